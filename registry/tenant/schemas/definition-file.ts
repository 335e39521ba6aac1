import * as z from 'zod';
import { name, title, toolId, version } from '../../../contract/artefacts/parts.ts';
import { markings, purpose, scope } from './parts.ts';

const definition = {
  id: name,
  title: title.optional(),
  scopes: z.array(scope),
  clearances: markings,
  purposes: z.array(purpose),
  /** Tool id to the pinned version. */
  tools: z.record(toolId, version),
};

/** `agents/<name>.yaml`. */
export const agentFile = z.strictObject({ ...definition, owner: name });
/** `groups/<name>.yaml`: the shape of an agent's without the owner. */
export const groupFile = z.strictObject(definition);
export type AgentFile = z.output<typeof agentFile>;
export type GroupFile = z.output<typeof groupFile>;
