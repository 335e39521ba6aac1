import { createHash } from 'node:crypto';
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

/** Sends a document as a source, and waits until its text is extracted or refused. @returns the id of the source */
async function sendSource(mediaType: string, content: Uint8Array): Promise<string> {
  const body = { mediaType, contentBase64: Buffer.from(content).toString('base64') };
  const { source } = answered(await ask('claims-agent', { method: 'POST', path: '/v1/sources', body }), announced);
  await until(`the text of ${source}`, async () => {
    const found = state.parse((await ask('claims-agent', { method: 'GET', path: `/v1/sources/${source}` })).body);
    return ['located', 'refused'].includes(found.state) ? found : undefined;
  });
  return source;
}

it('The extraction returns the notice’s date of loss with its passage, and a replay under the key returns the same bytes', async () => {
  const source = await sendSource('message/rfc822', notice);
  const run = await openRun();
  const key = newKey();
  const first = await dispatch(run, tool, { body: { source }, key });
  const { result, receipt } = answered(first, extracted);
  expect(result).toMatchObject({
    value: '2026-10-14',
    evidence: { sourceHash: createHash('sha256').update(notice).digest('hex') },
  });
  expect(result.evidence.quote).toContain('14');
  expect(receipt.markings).toEqual(['pii.medium', 'regulated.kvkk']);
  const again = await dispatch(run, tool, { body: { source }, key });
  expect([again.status, again.text, again.replayed]).toEqual([200, first.text, true]);
});

it('If a PDF cannot be opened, its extraction is answered with 200 and the exception source.corrupt', async () => {
  const source = await sendSource('application/pdf', Buffer.from('%PDF-1.7\nno objects at all\n'));
  const { result, exceptions } = answered(await dispatch(await openRun(), tool, { body: { source } }), notExtracted);
  expect(result.reason).toBe('source_refused');
  expect(exceptions.map(({ kind }) => kind)).toEqual(['source.corrupt']);
});

it('A caller without the clearance for a source gets 404, as for a source that does not exist', async () => {
  const source = await sendSource('message/rfc822', notice);
  const answer = await dispatch(await openRun('intern-agent'), tool, { body: { source } });
  expect(refused(answer)).toMatchObject({ status: 404, code: 'source.unknown' });
});
