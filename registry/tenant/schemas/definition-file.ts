import * as z from 'zod';
import { name, title, toolId, version } from '../../../contract/artefacts/parts.ts';
import { markings, purpose, scope } from './parts.ts';

const definition = {
  id: name,
  title: title.optional(),
  scopes: z.array(scope),
  clearances: markings,
  purposes: z.array(purpose),
  /** Pinned versions by tool id. */
  tools: z.record(toolId, version),
};

/** The schema of `agents/<name>.yaml`. */
export const agentFile = z.strictObject({ ...definition, owner: name });
/** The schema of `groups/<name>.yaml`. It is the schema of an agent's file without the member `owner`. */
export const groupFile = z.strictObject(definition);
export type AgentFile = z.output<typeof agentFile>;
export type GroupFile = z.output<typeof groupFile>;
