import * as z from 'zod';
import { converseBody, type Scripted } from './converse.ts';

/** Paths that no model has: one sets the script, one returns the requests. */
export const controls = { script: '/_script', requests: '/_requests' } as const;

export const askedOf = z.array(z.object({ model: z.string(), body: converseBody }));
export type Asked = z.infer<typeof askedOf>;

async function control(url: string, path: string, init?: RequestInit): Promise<string> {
  const answer = await fetch(new URL(path, url), init);
  if (!answer.ok) throw new Error(`the model server answered ${answer.status} to ${path}`);
  return answer.text();
}

/** Scripts a model server of another process and clears its list of requests. */
export async function scriptModel(url: string, ...turns: readonly Scripted[]): Promise<void> {
  await control(url, controls.script, { method: 'POST', body: JSON.stringify(turns) });
}

/** The requests to a model server of another process since it was scripted. */
export const modelRequests = async (url: string): Promise<Asked> =>
  askedOf.parse(JSON.parse(await control(url, controls.requests)));
