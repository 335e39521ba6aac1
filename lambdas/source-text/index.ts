import { isMainThread } from 'node:worker_threads';
import { locateInWorker, serveLocating } from '../../adapters/located-text/in-worker.ts';
import { sourceStore } from '../../adapters/tables/sources.ts';
import { sourceTextLimits } from '../../contract/platform/limits.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { awsBase } from '../system.ts';
import { makeText } from './make-text.ts';
import { uploadedBy } from './uploaded.ts';

/** The bundle is one module: it is its own worker. */
export const handler = isMainThread ? await listening() : await serveLocating();

async function listening(): Promise<(event: unknown) => Promise<void>> {
  const { database, content, library } = await awsBase();
  const make = makeText({
    store: sourceStore(database),
    content,
    locate: locateInWorker(new URL(import.meta.url), sourceTextLimits),
    release: library.bundled,
    now: Date.now,
    uuid: newUuid,
  });
  return (event) => make(uploadedBy(event));
}
