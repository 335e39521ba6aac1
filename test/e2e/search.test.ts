import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Corpus } from '../../contract/artefacts/corpus.ts';
import { response } from '../../patterns/search/schema.ts';
import type { ApiAnswer } from '../../local/demo/api-client.ts';
import { ask } from './support/ask.ts';
import { auditLog, auditLogWith } from './support/audit-log.ts';
import { publishText, putInForce } from './support/corpora.ts';
import { dispatch, newKey, openRun, purpose, type Run } from './support/run.ts';
import { answered, refused } from './support/shapes.ts';
import { until } from './support/until.ts';

const tenant = join(import.meta.dirname, '..', '..', 'tenants', 'demo');
const wording: Corpus = { id: 'corpus.wording.tr', version: '1.0.0', title: 'Kasko', locale: 'tr' };

const found = z.object({
  result: response,
  receipt: z.object({ pins: z.record(z.string(), z.string()), markings: z.array(z.string()) }),
});
const opened = z.object({ runId: z.string(), pins: z.record(z.string(), z.string()) });

const search = (
  run: Run,
  text: string,
  { corpus = wording.id, key }: { readonly corpus?: string; readonly key?: string | undefined } = {},
): Promise<ApiAnswer> => dispatch(run, 'tool.wording.search', { body: { query: { text }, corpus, k: 3 }, key });

/** Opens a run. @returns the run and the snapshot that it pins */
async function openPinnedRun(): Promise<{ run: Run; snapshot: string | undefined }> {
  const answer = await ask('claims-agent', { method: 'POST', path: '/v1/runs', body: { purpose } });
  const { runId, pins } = answered(answer, opened);
  return { run: { who: 'claims-agent', runId, eventIds: [] }, snapshot: pins[wording.id] };
}

/** Opens runs until one pins the snapshot, because a function caches the head for up to 5 s. */
const openRunWith = (snapshot: string): Promise<Run> =>
  until('a run that pins what is in force', async () => {
    const now = await openPinnedRun();
    return now.snapshot === snapshot ? now.run : undefined;
  });

it('A search finds a clause by the words that people type, and quotes it exactly from the snapshot that the run pins', async () => {
  const { run, snapshot } = await openPinnedRun();
  const { result, receipt } = answered(await search(run, 'CAM KIRILMASI MUAFIYETI'), found);
  const [best] = result.spans;
  expect(best).toMatchObject({ document: 'genel-sartlar.md', section: '4. Muafiyet', retrievalSnapshotId: snapshot });
  const sliced = result.spans.map(({ document, start, end }) =>
    readFileSync(join(tenant, 'corpora', wording.id, document), 'utf8').slice(start, end),
  );
  expect(result.spans.map(({ quote }) => quote)).toEqual(sliced);
  expect(receipt).toMatchObject({ pins: { [wording.id]: snapshot }, markings: [] });
});

it('If the same search is sent again under the same key, the answer is a replay with the same bytes', async () => {
  const run = await openRun();
  const key = newKey();
  const first = await search(run, 'ikame araç', { corpus: wording.id, key });
  const again = await search(run, 'ikame araç', { corpus: wording.id, key });
  expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
});

it('C14: A caller without the clearance for a corpus gets 403 and not an empty list, and the audit log has the refusal', async () => {
  const run = await openRun('intern-agent');
  const answer = await search(run, 'muallak', { corpus: 'corpus.guide.tr' });
  expect(refused(answer)).toMatchObject({ status: 403, code: 'permission.denied' });
  const logged = await auditLogWith({ run: run.runId }, [answer.eventId]);
  expect(logged.find(({ eventId }) => eventId === answer.eventId)).toMatchObject({
    outcome: 'refused',
    code: 'permission.denied',
    markings: ['internal.claims'],
  });
  const cleared = answered(await search(await openRun(), 'muallak', { corpus: 'corpus.guide.tr' }), found);
  expect(cleared.receipt.markings).toEqual(['internal.claims']);
  expect(cleared.result.spans.length).toBeGreaterThan(0);
});

it('The publication of a snapshot is in the audit log, and only runs that are opened after it use the snapshot', async () => {
  const before = await openPinnedRun();
  const from = new Date().toISOString();
  const snapshot = await publishText(wording, '# Yeni şart\n\nBilinmezlik teminatı eklenmiştir.\n');
  try {
    const after = await openRunWith(snapshot);
    expect(answered(await search(after, 'bilinmezlik'), found).result.spans).toMatchObject([
      { document: 'published.md' },
    ]);
    const still = answered(await search(before.run, 'bilinmezlik'), found).result;
    expect(still).toEqual({ spans: [], retrievalSnapshotId: before.snapshot });
    const event = await until('carrying the publication into the audit log', async () => {
      const { events } = await auditLog({ day: from.slice(0, 10), from });
      return events.find((one) => one.kind === 'release' && one.subject === wording.id && one.snapshot === snapshot);
    });
    expect(event).toMatchObject({ step: 'published', replaces: before.snapshot });
  } finally {
    await putInForce(wording.id, before.snapshot ?? '');
  }
  await openRunWith(before.snapshot ?? '');
});

it('If the snapshot that a run pins does not exist, a search gets 409, and no other snapshot is searched', async () => {
  const gone = `snap-${'0'.repeat(64)}`;
  const before = await putInForce(wording.id, gone);
  try {
    const answer = await search(await openRunWith(gone), 'muafiyet');
    expect(refused(answer)).toMatchObject({ status: 409, code: 'run.pin_unavailable' });
  } finally {
    await putInForce(wording.id, before);
  }
  await openRunWith(before);
});
