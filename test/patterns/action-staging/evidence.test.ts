import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../contract/values/canonical.ts';
import type { DispatchRecord } from '../../../contract/system.ts';
import { failureOf } from '../failures.ts';
import { recordOf } from '../records.ts';
import { attached, lookedUp, payload, stage, validated, verdict } from './staged.ts';

const candidate = { reserve: { amount: '1000' }, limit: '2500' };
const judgedArgs = (of: unknown) => ({ candidate: of, rulePack: 'rules.reserve' });

const cite = (record: DispatchRecord, more: { arguments?: unknown; result?: unknown } = {}) => ({
  cited: [record],
  evidence: [{ event: record.receipt.eventId, ...more }],
});

const jsonObject = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.integer()));

describe('evidence', () => {
  it('A lookup is copied from the record, so nothing must be sent', async () => {
    const record = lookedUp({ tool: 'tool.policy.lookup' });
    const { evidence } = (await attached(cite(record))).case;
    expect(evidence).toEqual([
      {
        eventId: record.receipt.eventId,
        tool: 'tool.policy.lookup',
        version: '1.0.0',
        result: JSON.parse(record.result ?? ''),
      },
    ]);
  });

  it('A validation is in the case with its arguments, so the approver sees what was judged', async () => {
    const record = validated(candidate);
    const { evidence, changes } = (
      await attached({
        ...cite(record, { arguments: judgedArgs(candidate), result: verdict }),
        action: { payload: { ...payload, reserve: { amount: '90000' } } },
      })
    ).case;
    expect(evidence[0]?.arguments).toEqual(judgedArgs(candidate));
    expect(changes[0]).toEqual({ label: 'Reserve', from: '800.00', to: '90000' });
  });

  it.each<[string, { arguments?: unknown; result?: unknown }, string]>([
    ['its arguments are of another call', { arguments: judgedArgs({ amount: '90000' }), result: verdict }, 'arguments'],
    ['its arguments are left out', { result: verdict }, 'arguments'],
    ['its result is left out', { arguments: judgedArgs(candidate) }, 'result'],
    ['its result is another', { arguments: judgedArgs(candidate), result: { ...verdict, verdict: 'warn' } }, 'result'],
    ['its result is null', { arguments: judgedArgs(candidate), result: null }, 'result'],
    ['its result is no JSON', { arguments: judgedArgs(candidate), result: Number.NaN }, 'result'],
  ])('A validation is refused if %s', async (_, sent, member) => {
    expect(await failureOf(() => stage(cite(validated(candidate), sent)))).toMatchObject({
      code: 'evidence.mismatch',
      pointer: `/evidence/0/${member}`,
    });
  });

  it('is refused if the sent value differs from the kept one', async () => {
    const record = lookedUp();
    const refused = await failureOf(() => stage(cite(record, { result: { status: 'not_found' } })));
    expect(refused).toMatchObject({ code: 'evidence.mismatch', pointer: '/evidence/0/result' });
  });

  it('A validation in a replayable run needs no arguments, because the record has them', async () => {
    const record = validated(candidate, verdict, { keepsArguments: true });
    expect((await attached(cite(record, { result: verdict }))).case.evidence[0]?.arguments).toEqual(
      judgedArgs(candidate),
    );
  });

  it('is refused if it cites an event that the call did not resolve', async () => {
    const refused = await failureOf(() => stage({ evidence: [{ event: 'lookup.nothing' }] }));
    expect(refused).toMatchObject({ code: 'event.unknown', pointer: '/evidence/0/event' });
  });

  it('may be a result of null, which is a value', async () => {
    const record = recordOf({ tool: 'tool.money.convert', function: 'conversion', args: {}, result: null });
    expect((await attached(cite(record, { result: null }))).case.evidence[0]).toMatchObject({ result: null });
  });

  it('is what the record says, or is refused, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(jsonObject, jsonObject, async (recorded, sent) => {
        const record = recordOf({ tool: 'tool.x', function: 'conversion', args: {}, result: recorded });
        const staged = cite(record, { result: sent });
        const outcome = await Promise.resolve()
          .then(() => stage(staged))
          .then(
            () => 'staged',
            (error: Error) => error.name,
          );
        expect(outcome).toBe(canonicalJson(recorded) === canonicalJson(sent) ? 'staged' : 'evidence.mismatch');
        const same = await attached(cite(record, { result: structuredClone(recorded) }));
        expect(canonicalJson(same.case.evidence[0]?.result)).toBe(canonicalJson(recorded));
      }),
    );
  });
});

describe('a validation that the kind requires', () => {
  const required = {
    tool: 'tool.reserve.validate',
    accepts: ['pass' as const],
    binds: [{ candidate: '/reserve/amount', payload: '/reserve/amount' }],
  };
  const stageWith = (
    of: { amount?: string; verdict?: string; tool?: string },
    accepts: readonly ('pass' | 'warn')[] = ['pass'],
  ) => {
    const judged = of.amount === undefined ? {} : { reserve: { amount: of.amount } };
    const result = { ...verdict, verdict: of.verdict ?? 'pass' };
    const record = validated(judged, result);
    return stage({
      ...cite(record, { arguments: judgedArgs(judged), result }),
      kind: { validations: [{ ...required, accepts, tool: of.tool ?? required.tool }] },
    });
  };

  it('must be about the payload: its bound members are equal', async () => {
    expect((await stageWith({ amount: '1000.00' })).result.state).toBe('staged');
  });

  it.each([
    ['validates 1 000 and stages 90 000', { amount: '90000.00' }],
    ['validates nothing', {}],
    ['cites a verdict that will not do', { amount: '1000.00', verdict: 'warn' }],
    ['cites another tool', { amount: '1000.00', tool: 'tool.other.validate' }],
  ])('refuses a caller who %s', async (_, of) => {
    expect(await failureOf(() => stageWith(of))).toMatchObject({ code: 'evidence.mismatch', pointer: '/evidence' });
  });

  it('refuses a caller who cites none', async () => {
    const refused = await failureOf(() => stage({ kind: { validations: [required] } }));
    expect(refused.code).toBe('evidence.mismatch');
  });

  it.each([
    ['800.00', 'staged'],
    ['800000.00', 'evidence.mismatch'],
  ])('must be about the looked-up target: an old value of %s is %s', async (oldAmount, expected) => {
    const judged = { reserve: { amount: '1000.00' }, old: { amount: oldAmount } };
    const bound = [...required.binds, { candidate: '/old/amount', object: '/reserve/amount' }];
    const outcome = await Promise.resolve()
      .then(() =>
        stage({
          ...cite(validated(judged), { arguments: judgedArgs(judged), result: verdict }),
          kind: { validations: [{ ...required, binds: bound }] },
        }),
      )
      .then(
        ({ result }) => result.state,
        (error: Error) => error.name,
      );
    expect(outcome).toBe(expected);
  });

  it('may accept a warning', async () => {
    const staged = await stageWith({ amount: '1000.00', verdict: 'warn' }, ['pass', 'warn']);
    expect(staged.result.state).toBe('staged');
  });

  it('does not take two absent members as equal', async () => {
    const record = validated({});
    const refused = await failureOf(() =>
      stage({
        ...cite(record, { arguments: judgedArgs({}), result: verdict }),
        kind: { validations: [{ ...required, binds: [{ candidate: '/none', payload: '/none' }] }] },
      }),
    );
    expect(refused.code).toBe('evidence.mismatch');
  });
});

describe('a draft', () => {
  const drafted = (text: unknown, functionName = 'composition') =>
    recordOf({ tool: 'tool.note.compose', function: functionName, args: {}, result: text });
  const stageDraft = (record: DispatchRecord, pointer: string) =>
    stage({ cited: [record], drafts: { [pointer]: record.receipt.eventId } });

  it('is in the payload as it was composed, and in the case by its event', async () => {
    const record = drafted('Expertise is in');
    const { drafts } = (await attached({ cited: [record], drafts: { '/note': record.receipt.eventId } })).case;
    expect(drafts).toEqual({ '/note': record.receipt.eventId });
  });

  it('may be the whole payload', async () => {
    expect((await stageDraft(drafted(payload), '')).result.state).toBe('staged');
  });

  it.each([
    ['was changed after', drafted('Expertise is out'), '/note'],
    ['is not where it is said to be', drafted('Expertise is in'), '/text'],
    ['is of no composition', drafted('Expertise is in', 'conversion'), '/note'],
    ['is named by what is no pointer', drafted(payload), 'note'],
  ])('is refused if it %s', async (_, record, pointer) => {
    expect((await failureOf(() => stageDraft(record, pointer))).code).toBe('draft.mismatch');
  });

  it('is refused unless it hashes to the composition’s result, whatever the payload is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (composed, staged) => {
        const record = drafted(composed);
        const more = {
          cited: [record],
          drafts: { '/note': record.receipt.eventId },
          action: { payload: { ...payload, note: staged } },
        };
        const outcome = await Promise.resolve()
          .then(() => stage(more))
          .then(
            () => 'staged',
            (error: Error) => error.name,
          );
        expect(outcome).toBe(composed === staged ? 'staged' : 'draft.mismatch');
      }),
    );
  });
});
