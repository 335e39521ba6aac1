import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { evidenceSpan } from '../../contract/values/shapes.ts';
import { ask } from './support/ask.ts';
import { dispatch, newKey, openRun } from './support/run.ts';
import { answered, refused } from './support/shapes.ts';
import { until } from './support/until.ts';

const notice = readFileSync(join(import.meta.dirname, '..', '..', 'tenants', 'demo', 'documents', 'loss-notice.eml'));
const tool = 'tool.notice.extract-loss-date';
const announced = z.object({ source: z.string() });
const state = z.looseObject({ state: z.string(), markings: z.array(z.string()) });
const extracted = z.object({
  result: z.looseObject({ status: z.literal('extracted'), value: z.string(), evidence: evidenceSpan }),
  receipt: z.object({ markings: z.array(z.string()) }),
});
const notExtracted = z.object({
  result: z.looseObject({ status: z.literal('not_extracted'), reason: z.string() }),
  exceptions: z.array(z.object({ kind: z.string() })),
});

/** Announces and uploads a source, and waits until its text is extracted or its extraction has failed. */
async function uploadedSource(mediaType: string, content: Uint8Array): Promise<string> {
  const body = { mediaType, contentBase64: Buffer.from(content).toString('base64') };
  const { source } = answered(await ask('claims-agent', { method: 'POST', path: '/v1/sources', body }), announced);
  await until(`the text of ${source}`, async () => {
    const found = state.parse((await ask('claims-agent', { method: 'GET', path: `/v1/sources/${source}` })).body);
    return ['located', 'refused'].includes(found.state) ? found : undefined;
  });
  return source;
}

it('The tool returns the notice’s date of loss with its passage, and a replay under the key is identical byte for byte', async () => {
  const source = await uploadedSource('message/rfc822', notice);
  const run = await openRun();
  const key = newKey();
  const first = await dispatch(run, tool, { body: { source }, key });
  const { result, receipt } = answered(first, extracted);
  expect(result).toMatchObject({ value: '2026-10-14', evidence: { sourceHash: source.slice('src-'.length) } });
  expect(result.evidence.quote).toContain('14');
  expect(receipt.markings).toEqual(['pii.medium', 'regulated.kvkk']);
  const again = await dispatch(run, tool, { body: { source }, key });
  expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
});

it('If a PDF cannot be opened, the answer is 200 with a typed exception', async () => {
  const source = await uploadedSource('application/pdf', Buffer.from('%PDF-1.7\nno objects at all\n'));
  const { result, exceptions } = answered(await dispatch(await openRun(), tool, { body: { source } }), notExtracted);
  expect(result.reason).toBe('source_refused');
  expect(exceptions.map(({ kind }) => kind)).toEqual(['source.corrupt']);
});

it('A caller who is not cleared for a source gets the 404 of a source that does not exist', async () => {
  const source = await uploadedSource('message/rfc822', notice);
  const answer = await dispatch(await openRun('intern-agent'), tool, { body: { source } });
  expect(refused(answer)).toMatchObject({ status: 404, code: 'source.unknown' });
});
