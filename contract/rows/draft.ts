import * as z from 'zod';
import type { ActionKind } from '../artefacts/action-kind.ts';
import type { Json } from '../values/json.ts';
import { valueAt } from '../values/pointers.ts';

const draft = z.object({
  status: z.literal('draft'),
  draftType: z.string(),
  content: z.record(z.string(), z.json()),
});

/**
 * Returns the content of the Draft in a payload, which becomes a live object. Undefined if the payload does not contain
 * a Draft of that type.
 */
export function draftContent(
  payload: unknown,
  { type, draft: pointer }: NonNullable<ActionKind['object']>,
): Readonly<Record<string, Json>> | undefined {
  const { data } = draft.safeParse(valueAt(payload, pointer));
  return data?.draftType === type ? data.content : undefined;
}
