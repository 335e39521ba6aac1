import * as z from 'zod';
import { jsonAnswer, problemAnswer, type AdminAnswer } from './answer.ts';
import type { AdminStore } from './store.ts';

const patch = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const parsed = (body: string): z.infer<typeof patch> | undefined => {
  try {
    return patch.safeParse(JSON.parse(body === '' ? '{}' : body)).data;
  } catch {
    return undefined;
  }
};

/**
 * Changes a record directly, as another user of the system would. `path` is `/claims/{id}`, `/claims/{id}/reserve`,
 * `/policies/{id}` or `/parties/{id}`. The body is empty, or has new values of the same type for some plain members.
 * The entity tag changes in any case.
 */
export const touch = (path: string, body: string, store: AdminStore): AdminAnswer => {
  const recordPath = path.replace(/\/reserve$/, '');
  const found = store.read(recordPath);
  if (found === undefined) return problemAnswer(404, 'not_found', 'This record does not exist.');
  const inside = recordPath === path ? undefined : 'reserve';
  const before: Readonly<Record<string, unknown>> = inside === undefined ? found.body : Object(found.body[inside]);
  const members = parsed(body);
  if (members === undefined || Object.entries(members).some(([name, value]) => typeof before[name] !== typeof value)) {
    return problemAnswer(
      400,
      'invalid_touch',
      'The body must be an object of members that the record has, with values of the same type.',
    );
  }
  const after = { ...before, ...members };
  const etag = store.replace(recordPath, inside === undefined ? after : { ...found.body, [inside]: after });
  return jsonAnswer(200, { path, etag }, { etag });
};
