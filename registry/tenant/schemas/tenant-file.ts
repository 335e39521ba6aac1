import * as z from 'zod';
import { name, title, version } from '../../../contract/artefacts/parts.ts';
import { description, marking, purpose, scope } from './parts.ts';

/** `tenant.yaml`: who the tenant is, and the closed lists that its other files name things of. */
export const tenantFile = z.strictObject({
  /** It goes into names of resources, of which some are short. */
  id: name.max(31, 'Use at most 31 characters: names of AWS resources begin with it'),
  title,
  description: description.optional(),
  /** The version of the ontology: what a record's `ontologyPin` names. */
  ontology: version,
  purposes: z.record(purpose, description),
  /** Scopes beside `<tool id>.invoke`, which exists with its tool. */
  scopes: z.record(scope, description).default({}),
  /** What a new source is marked at least; without it, everything. An uploader may raise it. */
  sources: z.strictObject({ markings: z.array(marking) }).optional(),
  /** Logins of the humans who answer for agents. */
  owners: z.array(name),
});
export type TenantFile = z.output<typeof tenantFile>;
