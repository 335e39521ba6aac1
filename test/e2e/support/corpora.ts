import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { contentClient, dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { s3Content } from '../../../adapters/aws/s3-content.ts';
import { locateText } from '../../../adapters/corpora/locate-text.ts';
import { publishSnapshot } from '../../../adapters/corpora/publish-snapshot.ts';
import { headWriter } from '../../../adapters/tables/head.ts';
import type { Corpus } from '../../../contract/artefacts/corpus.ts';
import type { SnapshotId } from '../../../contract/artefacts/corpus.ts';
import { buildCorpus } from '../../../registry/corpora/build-corpus.ts';

/** Opens the stores of the deployment with an operator's rights. */
function stores() {
  const { demo, outputs } = inject('deployment');
  const elsewhere = { endpoint: demo.endpoint, region: demo.region, credentials: demo.credentials };
  const database = new DynamoDatabase(dynamoClient(elsewhere), (store) => outputs.data.Tables[store] ?? '');
  const content = s3Content(contentClient(elsewhere), () => outputs.data.ContentBucket);
  return { content, head: headWriter(database) };
}

/** Builds a corpus of one document and puts it in force. */
export async function publishText(corpus: Corpus, text: string): Promise<SnapshotId> {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-e2e-'));
  try {
    await writeFile(join(folder, 'published.md'), text);
    const out = `${folder}.sqlite`;
    await buildCorpus({
      corpus: { ...corpus, markings: [] },
      directory: folder,
      out,
      work: `${out}.work`,
      locate: locateText,
    });
    const { snapshot } = await publishSnapshot(out, stores());
    await rm(out);
    return snapshot;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts a snapshot in force, whether it exists or not. @returns the snapshot that was in force before */
export async function putInForce(corpus: string, snapshot: SnapshotId): Promise<SnapshotId> {
  const { head } = stores();
  const { state, version } = await head.read();
  const before = state?.corpora?.[corpus];
  if (!state || before === undefined) throw new Error(`no snapshot of ${corpus} is in force`);
  const written = await head.write({ ...state, corpora: { ...state.corpora, [corpus]: snapshot } }, version);
  if (written !== 'written') throw new Error('somebody else changed the head at the same time');
  return before;
}
