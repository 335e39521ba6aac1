import * as z from 'zod';
import { converseBody, type Scripted } from './converse.ts';

/** Paths that control the server and that no model has: one sets the script, the other returns the requests. */
export const controls = { script: '/_script', requests: '/_requests' } as const;

export const askedOf = z.array(z.object({ model: z.string(), body: converseBody }));
export type Asked = z.infer<typeof askedOf>;

async function control(url: string, path: string, init?: RequestInit): Promise<string> {
  const answer = await fetch(new URL(path, url), init);
  if (!answer.ok) throw new Error(`the model server answered ${answer.status} to ${path}`);
  return answer.text();
}

/** Sets the answers of a model server in another process, and clears its list of requests. */
export async function scriptModel(url: string, ...turns: readonly Scripted[]): Promise<void> {
  await control(url, controls.script, { method: 'POST', body: JSON.stringify(turns) });
}

/** Returns the requests that a model server in another process got since its last script. */
export const modelRequests = async (url: string): Promise<Asked> =>
  askedOf.parse(JSON.parse(await control(url, controls.requests)));
