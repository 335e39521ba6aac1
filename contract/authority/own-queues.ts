import type { Queue } from '../artefacts/queue.ts';
import type { Release } from '../system.ts';
import type { Caller } from './identity.ts';
import { reads } from './reads.ts';

/** Returns the queues of the release whose Tasks the caller may decide, in the order of their ids. */
export async function ownQueues(release: Release, caller: Caller): Promise<readonly Queue[]> {
  const names = Object.keys(release.pins).filter((name) => name.startsWith('queue.'));
  const found = names.sort().flatMap((name) => release.describe('Queue', name) ?? []);
  const queues = await Promise.all(found.map((descriptor) => release.load(descriptor)));
  return queues.filter((queue) => reads.Task(caller, queue));
}
