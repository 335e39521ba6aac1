import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Scripted } from '../../support/model-server/converse.ts';
import { answered, refused } from '../support/shapes.ts';
import { ask, dispatch, letter, logged, newKey, openRun } from './call.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { asked, cause, extracted, lossDate, points, prose, say, throttled } from './model.ts';

const model = 'anthropic.claude-3-haiku-20240307-v1:0';
const notExtracted = z.object({
  result: z.looseObject({ status: z.literal('not_extracted'), reason: z.string() }),
  exceptions: z.array(z.object({ kind: z.string() })),
});

beforeAll(variants, deployTimeoutMillis);
beforeEach(() => say({ says: 'nothing was scripted' }));

describe('a model is asked by the deployed function, over the wire of Amazon Bedrock', () => {
  it('what it points at is read by our rules: value, span and lineage, and the quote is what stands in the source', async () => {
    await say(points);
    const text = prose();
    const source = await letter(text);
    const { result, receipt } = answered(await dispatch({ tool: lossDate, body: { source } }), extracted);
    expect(result).toMatchObject({ value: '2026-03-12', method: 'model', confidence: 0.7, confidenceBasis: 'model' });
    const { start, end, quote, sourceHash, lineage } = result.evidence;
    expect(text.slice(start, end)).toBe(quote);
    expect([quote, sourceHash]).toEqual(['12 March 2026', source.slice('src-'.length)]);
    expect(lineage).toMatchObject({
      model,
      promptVersion: 'loss-date-1',
      parameters: { maxTokens: 300, temperature: 0 },
      requestHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(receipt.markings).toEqual(['pii.low']);
    const requests = await asked();
    expect(requests).toMatchObject([{ model, body: { inferenceConfig: { maxTokens: 300, temperature: 0 } } }]);
    expect(JSON.stringify(requests[0]?.body.messages)).toContain(text.split('\n')[0]);
  });

  it('of a closed list it says the value itself; another property asks the model that it names', async () => {
    await say({ calls: { found: true, quote: 'ran aground', value: 'grounding' } });
    const source = await letter(prose());
    const { result } = answered(await dispatch({ tool: cause, body: { source } }), extracted);
    expect(result).toMatchObject({
      value: 'grounding',
      evidence: { quote: 'ran aground', lineage: { model: 'amazon.nova-lite-v1:0', promptVersion: 'cause-2' } },
    });
    expect((await asked()).map((one) => one.model)).toEqual(['amazon.nova-lite-v1:0']);
  });

  it('what a label says is not asked of a model', async () => {
    await say(points);
    const source = await letter(`${prose()}Date of loss: 14/03/2026\n`);
    const answer = await dispatch({ tool: lossDate, body: { source } });
    expect(answer.body).toMatchObject({ result: { value: '2026-03-14', method: 'label' } });
    expect(await asked()).toEqual([]);
  });
});

describe('what a model answers is data: what it may not say is a typed exception, and a 200', () => {
  it.each<[string, Scripted, string]>([
    ['a quote that does not stand in the source', { calls: { found: true, quote: '15 March 2026' } }, 'ungrounded'],
    [
      'an occurrence that the source does not have',
      { calls: { found: true, quote: '12 March 2026', occurrence: 2 } },
      'ungrounded',
    ],
    ['wrong types', { calls: { found: 'yes', quote: 12 } }, 'model_answer'],
    [
      'a value where it may only point',
      { calls: { found: true, quote: '12 March 2026', value: '2026-03-12' } },
      'model_answer',
    ],
    ['prose in place of a call', { says: 'It was on 12 March 2026.' }, 'model_answer'],
    ['half an answer', { cutOff: { found: true, quote: '12 March 2026' } }, 'model_answer'],
    ['nothing found', { calls: { found: false } }, 'not_found'],
    ['a passage that is no date', { calls: { found: true, quote: 'ran aground' } }, 'malformed'],
  ])('%s', async (_what, turn, reason) => {
    await say(turn);
    const source = await letter(prose());
    const { result, exceptions } = answered(await dispatch({ tool: lossDate, body: { source } }), notExtracted);
    expect([result.reason, exceptions]).toEqual([reason, [expect.objectContaining({ kind: `extract.${reason}` })]]);
    expect(await asked()).toHaveLength(1);
  });
});

describe('a model that does not answer', () => {
  it.each<[string, Scripted, number]>([
    ['that is throttled is asked once more', throttled, 2],
    [
      'whose connection ends within its answer is asked once more',
      { half: { found: true, quote: '12 March 2026' } },
      2,
    ],
    ['that the role may not ask is not asked again', { error: 'AccessDeniedException', status: 403 }, 1],
  ])('%s; then the call is a 503 that lists it, and nothing is recorded under its key', async (_what, turn, times) => {
    await say(turn);
    const source = await letter(prose());
    const runId = await openRun();
    const call = { tool: lossDate, body: { source }, runId, key: newKey() };
    const away = await dispatch(call);
    expect(refused(away)).toMatchObject({
      status: 503,
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'extract.model_unavailable' }],
    });
    expect(away.retryAfterSeconds).toBeGreaterThan(0);
    expect(await asked()).toHaveLength(times);

    await say(points);
    const back = await dispatch(call);
    expect([answered(back, extracted).result.value, back.replayed]).toEqual(['2026-03-12', false]);
    const events = await logged(runId, [away.eventId, back.eventId]);
    expect(events.find(({ eventId }) => eventId === away.eventId)).toMatchObject({
      outcome: 'failed',
      code: 'dependency.unavailable',
      exceptions: ['extract.model_unavailable'],
    });
  });

  it('that is throttled once answers when it is asked again', async () => {
    await say(throttled, points);
    const source = await letter(prose());
    expect(answered(await dispatch({ tool: lossDate, body: { source } }), extracted).result.value).toBe('2026-03-12');
    expect(await asked()).toHaveLength(2);
  });
});

it('who is refused asks no model: a clearance that lacks, a purpose, a source that nobody has sent', async () => {
  const source = await letter(prose());
  await say(points);
  const denied = await dispatch({ tool: lossDate, body: { source }, who: 'intern-agent' });
  const unknown = await dispatch({ tool: lossDate, body: { source: `src-${'0'.repeat(64)}` } });
  const elsewhere = await ask('letters-agent', {
    method: 'POST',
    path: `/v1/${lossDate}`,
    headers: { 'purpose-of-use': 'underwriting.review' },
    body: { source },
  });
  for (const answer of [denied, elsewhere]) {
    expect(refused(answer)).toMatchObject({ status: 403, code: 'permission.denied' });
  }
  expect(refused(unknown)).toMatchObject({ status: 404, code: 'source.unknown' });
  expect(await asked()).toEqual([]);
});
