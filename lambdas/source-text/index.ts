import { textractReader } from '../../adapters/aws/textract.ts';
import { locateInProcess } from '../../adapters/located-text/reader/in-process.ts';
import { isReader, serveLocating } from '../../adapters/located-text/reader/serve-locating.ts';
import { sourceStore } from '../../adapters/tables/sources.ts';
import { environment } from '../../contract/platform/environment.ts';
import { sourceTextLimits } from '../../contract/platform/limits.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { awsBase, contentBucket } from '../system.ts';
import { makeText } from './make-text.ts';
import { uploadedBy } from './uploaded.ts';

/** The reader process loads this module too, so the handler depends on the process that loads the module. */
export const handler = isReader() ? await serveLocating() : await listening();

async function listening(): Promise<(event: unknown) => Promise<void>> {
  const { database, content, head } = await awsBase();
  const make = makeText({
    store: sourceStore(database),
    content,
    locate: locateInProcess(new URL(import.meta.url), sourceTextLimits),
    ...(process.env[environment.scanReader] === 'textract' ? { readScan: textractReader(contentBucket) } : {}),
    head,
    now: Date.now,
    uuid: newUuid,
  });
  return (event) => make(uploadedBy(event));
}
