import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Scripted } from '../../support/model-server/converse.ts';
import { answered, refused } from '../support/shapes.ts';
import { ask, dispatch, sendLetter, logged, newKey, openRun } from './call.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { asked, cause, extracted, lossDate, validAnswer, uniqueLetter, scriptAnswers, throttled } from './model.ts';

const model = 'anthropic.claude-3-haiku-20240307-v1:0';
const notExtracted = z.object({
  result: z.looseObject({ status: z.literal('not_extracted'), reason: z.string() }),
  exceptions: z.array(z.object({ kind: z.string() })),
});

beforeAll(variants, deployTimeoutMillis);
beforeEach(() => scriptAnswers({ says: 'nothing was scripted' }));

describe('An extraction by a model', () => {
  it('If a model quotes a passage, the extraction returns the value, the passage with its place in the source, and the name and parameters of the model', async () => {
    await scriptAnswers(validAnswer);
    const text = uniqueLetter();
    const source = await sendLetter(text);
    const { result, receipt } = answered(await dispatch({ tool: lossDate, body: { source } }), extracted);
    expect(result).toMatchObject({ value: '2026-03-12', method: 'model', confidence: 0.7, confidenceBasis: 'model' });
    const { start, end, quote, sourceHash, lineage } = result.evidence;
    expect(text.slice(start, end)).toBe(quote);
    expect([quote, sourceHash]).toEqual(['12 March 2026', createHash('sha256').update(text).digest('hex')]);
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

  it('If a property has a closed list of values, the extraction asks the model that the property names and takes the value from its answer', async () => {
    await scriptAnswers({ calls: { found: true, quote: 'ran aground', value: 'grounding' } });
    const source = await sendLetter(uniqueLetter());
    const { result } = answered(await dispatch({ tool: cause, body: { source } }), extracted);
    expect(result).toMatchObject({
      value: 'grounding',
      evidence: { quote: 'ran aground', lineage: { model: 'amazon.nova-lite-v1:0', promptVersion: 'cause-2' } },
    });
    expect((await asked()).map((one) => one.model)).toEqual(['amazon.nova-lite-v1:0']);
  });

  it('If a label determines a property, the extraction asks no model', async () => {
    await scriptAnswers(validAnswer);
    const source = await sendLetter(`${uniqueLetter()}Date of loss: 14/03/2026\n`);
    const answer = await dispatch({ tool: lossDate, body: { source } });
    expect(answer.body).toMatchObject({ result: { value: '2026-03-14', method: 'label' } });
    expect(await asked()).toEqual([]);
  });
});

describe('A model’s answer that breaks the rules', () => {
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
    ['prose in place of a tool call', { says: 'It was on 12 March 2026.' }, 'model_answer'],
    ['an answer that is cut off', { cutOff: { found: true, quote: '12 March 2026' } }, 'model_answer'],
    ['nothing found', { calls: { found: false } }, 'not_found'],
    ['a passage that is no date', { calls: { found: true, quote: 'ran aground' } }, 'malformed'],
  ])(
    'If a model answers with %s, the extraction is answered with 200 and a typed exception',
    async (_what, turn, reason) => {
      await scriptAnswers(turn);
      const source = await sendLetter(uniqueLetter());
      const { result, exceptions } = answered(await dispatch({ tool: lossDate, body: { source } }), notExtracted);
      expect([result.reason, exceptions]).toEqual([reason, [expect.objectContaining({ kind: `extract.${reason}` })]]);
      expect(await asked()).toHaveLength(1);
    },
  );
});

describe('A model that does not answer', () => {
  it.each<[string, Scripted, number]>([
    ['is throttled at both tries', throttled, 2],
    ['ends the connection within its answer at both tries', { half: { found: true, quote: '12 March 2026' } }, 2],
    ['refuses the role with AccessDenied at the only try', { error: 'AccessDeniedException', status: 403 }, 1],
  ])(
    'If a model %s, the call gets 503 with the model’s name, and nothing is recorded under its key',
    async (_what, turn, times) => {
      await scriptAnswers(turn);
      const source = await sendLetter(uniqueLetter());
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

      await scriptAnswers(validAnswer);
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

  it('If a model is throttled once, it is asked again and the call is answered', async () => {
    await scriptAnswers(throttled, validAnswer);
    const source = await sendLetter(uniqueLetter());
    expect(answered(await dispatch({ tool: lossDate, body: { source } }), extracted).result.value).toBe('2026-03-12');
    expect(await asked()).toHaveLength(2);
  });
});

it('A call without the clearance or without the purpose gets 403, a call for an unknown source gets 404, and no model is asked', async () => {
  const source = await sendLetter(uniqueLetter());
  await scriptAnswers(validAnswer);
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
