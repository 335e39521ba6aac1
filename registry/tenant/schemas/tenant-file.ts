import * as z from 'zod';
import { name, title, version } from '../../../contract/artefacts/parts.ts';
import { scanLanguages } from '../scan-warnings.ts';
import { description, marking, purpose, scope } from './parts.ts';

const scanLanguage = z.string().refine((language) => (scanLanguages as readonly string[]).includes(language), {
  error: `is not a language that Amazon Textract reads. Use one of: ${scanLanguages.join(', ')}`,
});

/** The schema of `tenant.yaml`: the tenant's name, and the lists of names that its other files can use. */
export const tenantFile = z.strictObject({
  /** The id is part of the names of AWS resources, and some of these must be short. */
  id: name.max(31, 'Use at most 31 characters: names of AWS resources begin with it'),
  title,
  description: description.optional(),
  /** The version of the ontology, which the `ontologyPin` of each record must equal. */
  ontology: version,
  purposes: z.record(purpose, description),
  /** Additional scopes. The scope `<tool id>.invoke` of each tool exists without being listed. */
  scopes: z.record(scope, description).default({}),
  sources: z
    .strictObject({
      /** Markings that every new source gets at least; an uploader may add more. @default all markings */
      markings: z.array(marking).exactOptional(),
      /** Amazon Textract reads PDFs whose pages have no text. @default such a PDF is refused */
      textract: z.strictObject({ languages: z.array(scanLanguage).min(1).max(scanLanguages.length) }).exactOptional(),
    })
    .optional(),
  /** Logins of the humans who answer for agents. */
  owners: z.array(name),
});
export type TenantFile = z.output<typeof tenantFile>;
