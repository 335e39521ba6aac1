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

describe('an extraction by a model, asked by the deployed function over the wire of Amazon Bedrock', () => {
  it('returns value, span and lineage by our rules from the passage that the model quotes, and the quote is the source’s text', async () => {
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

  it('takes a value of a closed list from the model, and asks the model that the property names', async () => {
    await say({ calls: { found: true, quote: 'ran aground', value: 'grounding' } });
    const source = await letter(prose());
    const { result } = answered(await dispatch({ tool: cause, body: { source } }), extracted);
    expect(result).toMatchObject({
      value: 'grounding',
      evidence: { quote: 'ran aground', lineage: { model: 'amazon.nova-lite-v1:0', promptVersion: 'cause-2' } },
    });
    expect((await asked()).map((one) => one.model)).toEqual(['amazon.nova-lite-v1:0']);
  });

  it('does not ask a model for a property that a label determines', async () => {
    await say(points);
    const source = await letter(`${prose()}Date of loss: 14/03/2026\n`);
    const answer = await dispatch({ tool: lossDate, body: { source } });
    expect(answer.body).toMatchObject({ result: { value: '2026-03-14', method: 'label' } });
    expect(await asked()).toEqual([]);
  });
});

describe('a model’s answer that breaks the rules', () => {
  it.each<[string, Scripted, string]>([
    ['a quote that the source does not have', { calls: { found: true, quote: '15 March 2026' } }, 'ungrounded'],
    [
      'an occurrence that the source does not have',
      { calls: { found: true, quote: '12 March 2026', occurrence: 2 } },
      'ungrounded',
    ],
    ['wrong types', { calls: { found: 'yes', quote: 12 } }, 'model_answer'],
    [
      'a value where only a quote is allowed',
      { calls: { found: true, quote: '12 March 2026', value: '2026-03-12' } },
      'model_answer',
    ],
    ['prose in place of a call', { says: 'It was on 12 March 2026.' }, 'model_answer'],
    ['an answer that is cut off', { cutOff: { found: true, quote: '12 March 2026' } }, 'model_answer'],
    ['nothing found', { calls: { found: false } }, 'not_found'],
    ['a passage that is no date', { calls: { found: true, quote: 'ran aground' } }, 'malformed'],
  ])('is a 200 with a typed exception if the model answers with %s', async (_what, turn, reason) => {
    await say(turn);
    const source = await letter(prose());
    const { result, exceptions } = answered(await dispatch({ tool: lossDate, body: { source } }), notExtracted);
    expect([result.reason, exceptions]).toEqual([reason, [expect.objectContaining({ kind: `extract.${reason}` })]]);
    expect(await asked()).toHaveLength(1);
  });
});

describe('a model that does not answer', () => {
  it.each<[string, Scripted, number]>([
    ['is asked once more if it is throttled', throttled, 2],
    [
      'is asked once more if its connection ends within the answer',
      { half: { found: true, quote: '12 March 2026' } },
      2,
    ],
    ['is not asked again if the role may not ask it', { error: 'AccessDeniedException', status: 403 }, 1],
  ])(
    '%s; then the call is a 503 that lists the model, and nothing is recorded under its key',
    async (_what, turn, times) => {
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
    },
  );

  it('is asked again if it is throttled once, and the call is answered', async () => {
    await say(throttled, points);
    const source = await letter(prose());
    expect(answered(await dispatch({ tool: lossDate, body: { source } }), extracted).result.value).toBe('2026-03-12');
    expect(await asked()).toHaveLength(2);
  });
});

it('A call without the clearance, without the purpose or for an unknown source is refused and asks no model', async () => {
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
