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

describe('The evidence of an Action', () => {
  it('If a caller cites a lookup as evidence without sending its result, the case gets the result from the record', async () => {
    const record = lookedUp({ tool: 'tool.policy.lookup' });
    const { evidence } = (await attached(cite(record))).case;
    expect(evidence).toEqual([
      {
        eventId: record.receipt.eventId,
        tool: 'tool.policy.lookup',
        version: '1.0.0',
        pins: record.receipt.pins,
        result: JSON.parse(record.result ?? ''),
      },
    ]);
  });

  it('If a caller cites a validation and sends its arguments, the case shows the approver which candidate was judged', async () => {
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
    [
      'the caller sends the arguments of another call',
      { arguments: judgedArgs({ amount: '90000' }), result: verdict },
      'arguments',
    ],
    ['the caller does not send its arguments', { result: verdict }, 'arguments'],
    ['the caller does not send its result', { arguments: judgedArgs(candidate) }, 'result'],
    [
      'the caller sends another result',
      { arguments: judgedArgs(candidate), result: { ...verdict, verdict: 'warn' } },
      'result',
    ],
    ['the caller sends null as its result', { arguments: judgedArgs(candidate), result: null }, 'result'],
    [
      'the caller sends a result that JSON cannot represent',
      { arguments: judgedArgs(candidate), result: Number.NaN },
      'result',
    ],
  ])('A cited validation is refused with evidence.mismatch if %s', async (_, sent, member) => {
    expect(await failureOf(() => stage(cite(validated(candidate), sent)))).toMatchObject({
      code: 'evidence.mismatch',
      pointer: `/evidence/0/${member}`,
    });
  });

  it('Evidence is refused with evidence.mismatch if the result that the caller sends differs from the recorded one', async () => {
    const record = lookedUp();
    const refused = await failureOf(() => stage(cite(record, { result: { status: 'not_found' } })));
    expect(refused).toMatchObject({ code: 'evidence.mismatch', pointer: '/evidence/0/result' });
  });

  it('A validation from a replayable run is accepted without its arguments, because its record contains them', async () => {
    const record = validated(candidate, verdict, { keepsArguments: true });
    expect((await attached(cite(record, { result: verdict }))).case.evidence[0]?.arguments).toEqual(
      judgedArgs(candidate),
    );
  });

  it('Evidence is refused with event.unknown if it cites an event that the call did not load', async () => {
    const refused = await failureOf(() => stage({ evidence: [{ event: 'lookup.nothing' }] }));
    expect(refused).toMatchObject({ code: 'event.unknown', pointer: '/evidence/0/event' });
  });

  it('A recorded result of null is accepted as evidence and copied into the case', async () => {
    const record = recordOf({ tool: 'tool.money.convert', function: 'conversion', args: {}, result: null });
    expect((await attached(cite(record, { result: null }))).case.evidence[0]).toMatchObject({ result: null });
  });

  it('For any recorded and any sent result, evidence is accepted only if both are equal, and the case shows the recorded one', async () => {
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

describe('A validation that the action kind requires', () => {
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

  it('An Action is staged if the required validation judged the same amount as the payload', async () => {
    expect((await stageWith({ amount: '1000.00' })).result.state).toBe('staged');
  });

  it.each([
    ['cites the validation of another amount than the payload has', { amount: '90000.00' }],
    ['cites the validation of a candidate without the amount', {}],
    ['cites a validation with a verdict that the kind does not accept', { amount: '1000.00', verdict: 'warn' }],
    ['cites a validation by another tool', { amount: '1000.00', tool: 'tool.other.validate' }],
  ])(
    'If a caller %s in place of the required validation, the Action is refused with evidence.mismatch',
    async (_, of) => {
      expect(await failureOf(() => stageWith(of))).toMatchObject({ code: 'evidence.mismatch', pointer: '/evidence' });
    },
  );

  it('If a caller does not cite the required validation, the Action is refused with evidence.mismatch', async () => {
    const refused = await failureOf(() => stage({ kind: { validations: [required] } }));
    expect(refused.code).toBe('evidence.mismatch');
  });

  it.each([
    ['800.00', 'staged'],
    ['800000.00', 'evidence.mismatch'],
  ])(
    "If the target's old value is 800.00 and the required validation judged %s as the old value, the outcome is %s",
    async (oldAmount, expected) => {
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
    },
  );

  it('If the kind accepts the verdict `warn`, an Action whose required validation answered `warn` is staged', async () => {
    const staged = await stageWith({ amount: '1000.00', verdict: 'warn' }, ['pass', 'warn']);
    expect(staged.result.state).toBe('staged');
  });

  it('If the bound member is missing from both the candidate and the payload, the Action is refused with evidence.mismatch', async () => {
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

describe('A draft in a payload', () => {
  const drafted = (text: unknown, functionName = 'composition') =>
    recordOf({ tool: 'tool.note.compose', function: functionName, args: {}, result: text });
  const stageDraft = (record: DispatchRecord, pointer: string) =>
    stage({ cited: [record], drafts: { [pointer]: record.receipt.eventId } });

  it("If a caller stages a draft, the case names the event of its composition under the draft's pointer", async () => {
    const record = drafted('Expertise is in');
    const { drafts } = (await attached({ cited: [record], drafts: { '/note': record.receipt.eventId } })).case;
    expect(drafts).toEqual({ '/note': record.receipt.eventId });
  });

  it('A draft can be staged if it is the whole payload', async () => {
    expect((await stageDraft(drafted(payload), '')).result.state).toBe('staged');
  });

  it.each([
    ['was changed after its composition', drafted('Expertise is out'), '/note'],
    ['is not at the pointer for which `drafts` cites its composition', drafted('Expertise is in'), '/text'],
    ['was made by a tool that is not a composition', drafted('Expertise is in', 'conversion'), '/note'],
    ['is cited with a malformed pointer', drafted(payload), 'note'],
  ])('A staged draft is refused with draft.mismatch if it %s', async (_, record, pointer) => {
    expect((await failureOf(() => stageDraft(record, pointer))).code).toBe('draft.mismatch');
  });

  it('For any text, a draft is staged if it equals the result of its composition, and is otherwise refused with draft.mismatch', async () => {
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
