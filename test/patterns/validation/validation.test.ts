import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RulePack } from '../../../contract/artefacts/rule-pack.ts';
import { canonicalJson } from '../../../contract/values/canonical.ts';
import { parseJson, type Json } from '../../../contract/values/json.ts';
import { validation } from '../../../patterns/validation/pattern.ts';
import { ruleErrors } from '../../../patterns/validation/schema.ts';
import { pack } from '../artefacts.ts';
import { failureOf } from '../failures.ts';

const validate = async (candidate: Record<string, unknown>, rulePack: RulePack = pack) =>
  validation.execute({
    args: { candidate, rulePack: rulePack.id },
    refs: { rulePack },
    ports: {},
    settings: {},
    call: undefined,
  });

const rule = (expression: string, onFail: 'warn' | 'block' = 'block', reads: string[] = []): RulePack => ({
  ...pack,
  rules: [{ id: 'it', title: 'It', expression, onFail, reads }],
});

const parsed = (text: string): Json | undefined => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

const judged = async (expression: string, candidate: Record<string, unknown> = {}) => {
  const { result } = await validate(candidate, rule(expression, 'warn'));
  const [trace] = result.trace;
  return trace?.error ?? trace?.verdict;
};

/** Each row has an expression, a candidate, and the error with which the evaluation fails. */
const errors: readonly (readonly [string, Record<string, unknown>, (typeof ruleErrors)[number]])[] = [
  ['candidate.a', { a: 1 }, 'not_boolean'],
  ['candidate.a', { a: 'true' }, 'not_boolean'],
  ['candidate.a', { a: null }, 'not_boolean'],
  ['candidate.a + 1 == 2', { a: 1.5 }, 'no_such_overload'],
  ['candidate.a > 1', { a: '2' }, 'no_such_overload'],
  ['candidate.a / 0 == 1', { a: 1 }, 'division_by_zero'],
  ['9223372036854775807 + candidate.a == 0', { a: 1 }, 'out_of_range'],
  ['candidate.a[1] == 1', { a: [1] }, 'out_of_range'],
  ['candidate.toString == 1', {}, 'no_such_member'],
  ['dec.lte(candidate.a, "1")', { a: 0.5 }, 'invalid_decimal'],
  ['dec.lte(candidate.a, "1")', { a: '1e2' }, 'invalid_decimal'],
  ['dec.lte(candidate.a, "1")', { a: null }, 'invalid_decimal'],
  ['dec.div("1", candidate.a, 2, "down") == "1"', { a: '0.00' }, 'division_by_zero'],
  ['dec.div("1", "3", 2, candidate.a) == "1"', { a: 'nearest' }, 'no_such_overload'],
  ['dec.round("1", candidate.a, "down") == "1"', { a: 19 }, 'out_of_range'],
  ['dec.mul(candidate.a, candidate.a) == "1"', { a: '9'.repeat(60) }, 'out_of_range'],
  ['date.before(candidate.a, "2026-03-01")', { a: '2026-02-30' }, 'invalid_date'],
  ['date.addDays("9999-12-31", candidate.a) == "x"', { a: 1 }, 'out_of_range'],
  ['candidate.a.all(x, x == 1)', { a: 5 }, 'other'],
  ['candidate.a && true', { a: 5 }, 'other'],
  ['{candidate.a: 1} == candidate', { a: null }, 'other'],
];

describe('A validation', () => {
  it('A validation returns each rule with its verdict and the values that it read, and names the rule pack', async () => {
    expect(await validate({ reserve: { amount: '1000.00' }, limit: '2500' })).toEqual({
      result: {
        verdict: 'warn',
        rulePack: 'rules.reserve@1.0.0',
        trace: [
          {
            rule: 'within-limit',
            title: 'The reserve is within the limit',
            verdict: 'pass',
            reads: [
              { pointer: '/reserve/amount', value: '1000.00' },
              { pointer: '/limit', value: '2500' },
            ],
          },
          { rule: 'has-note', title: 'There is a note', verdict: 'warn', reads: [{ pointer: '/note' }] },
        ],
      },
      exceptions: [],
    });
  });

  it.each([
    ['pass', { reserve: { amount: '2500.00' }, limit: '2500', note: 'n' }],
    ['warn', { reserve: { amount: '2500.00' }, limit: '2500' }],
    ['block', { reserve: { amount: '2500.01' }, limit: '2500' }],
  ])('The verdict of a validation is %s if that is the worst verdict of its rules', async (verdict, candidate) => {
    expect((await validate(candidate)).result.verdict).toBe(verdict);
  });

  it('If a rule fails with an error, its verdict is `block`, even if the rule may only warn, and the trace names the error', async () => {
    expect(await validate({ a: 1 }, rule('candidate.b == 1', 'warn'))).toMatchObject({
      result: { verdict: 'block', trace: [{ verdict: 'block', error: 'no_such_member' }] },
      exceptions: [
        {
          kind: 'validation.rule_error',
          detail: 'rule it cannot be computed: no_such_member, it reads a member that the candidate does not have',
        },
      ],
    });
  });

  it('If a rule fails with an error, the exception names the rule, the error, and the members that the rule reads', async () => {
    const { exceptions } = await validate({ a: 'secret' }, rule('candidate.b > candidate.a', 'warn', ['/a', '/b']));
    expect(exceptions).toEqual([
      {
        kind: 'validation.rule_error',
        detail:
          'rule it cannot be computed: no_such_member, it reads a member that the candidate does not have. It reads /a, /b (missing)',
      },
    ]);
  });

  it.each(errors)(
    'A rule with the expression %s over the candidate %j blocks with the error %s',
    async (expression, candidate, kind) => {
      const { result, exceptions } = await validate(candidate, rule(expression, 'warn'));
      expect(result).toMatchObject({ verdict: 'block', trace: [{ verdict: 'block', error: kind }] });
      expect(exceptions).toEqual([
        {
          kind: 'validation.rule_error',
          detail: expect.stringMatching(`^rule it cannot be computed: ${kind}, `),
        },
      ]);
    },
  );

  it('These tests have an example of every kind of rule error', () => {
    expect(new Set(errors.map(([, , kind]) => kind))).toEqual(new Set(ruleErrors));
  });

  it.each([
    ['candidate.a == "123321"', { a: '123321' }],
    ['candidate.a != 123321', { a: '123321' }],
    ['candidate.a != true', { a: 'true' }],
    ['candidate.a == 1 && candidate.a + 1 == 2', { a: 1 }],
    ['has(candidate.a) && candidate.a == null', { a: null }],
    ['"a" in candidate && !("b" in candidate)', { a: null }],
    ['!has(candidate.a)', {}],
    ['candidate.a.all(x, has(x.b))', { a: [{ b: null }] }],
    ['!has(candidate.toString) && !("constructor" in candidate)', {}],
    ['candidate.a.size() == 0', { a: [] }],
    ['dec.eq(candidate.a, "1.0") && candidate.a != "1.0"', { a: '1.00' }],
    ['dec.eq(dec.add("0.1", "0.2"), "0.3")', {}],
    ['dec.lt("9007199254740992", "9007199254740993")', {}],
    ['dec.eq(dec.mul(candidate.a, 3), "0.3")', { a: '0.1' }],
    ['dec.sub("1", "1.0") == "0.0" || dec.sub("1", "1.0") == "0"', {}],
    ['dec.div("1", "3", 4, "half-even") == "0.3333" && dec.div("-1", "8", 2, "half-up") == "-0.13"', {}],
    ['dec.round("2.5", 0, "half-even") == "2" && dec.round("-0.4", 0, "down") == "0"', {}],
    ['dec.min("2", "10") == "2" && dec.max("2", "10") == "10" && dec.abs("-2.50") == "2.5"', {}],
    ['dec.valid("1.5") && !dec.valid("1e2") && !dec.valid(1.5)', {}],
    ['date.days("2024-02-28", "2024-03-01") == 2 && date.addDays("2024-02-28", 1) == "2024-02-29"', {}],
    ['date.valid("2024-02-29") && !date.valid("2023-02-29") && date.notAfter("2024-01-01", "2024-01-01")', {}],
    ['candidate.a.matches("^[A-Z]{3}$")', { a: 'TRY' }],
    ['candidate.a == candidate.b', { a: { x: [1, null], y: 2 }, b: { y: 2, x: [1, null] } }],
  ])('A rule with the expression %s passes', async (expression, candidate) => {
    expect(await judged(expression, candidate)).toBe('pass');
  });

  it('The trace shows an object that a rule read as canonical JSON, null as null, and a missing member without a value', async () => {
    const { result } = await validate(
      { b: { z: 1, a: [] }, n: null },
      rule('true', 'block', ['/b', '/n', '/none', '']),
    );
    expect(result.trace[0]?.reads).toEqual([
      { pointer: '/b', json: '{"a":[],"z":1}' },
      { pointer: '/n', value: null },
      { pointer: '/none' },
      { pointer: '', json: '{"b":{"a":[],"z":1},"n":null}' },
    ]);
  });

  it('If a list in a candidate has more than 200 items, the call is refused at its pointer', async () => {
    const candidate = { a: { b: Array.from({ length: 201 }, () => 0) } };
    expect(await failureOf(() => validate(candidate))).toMatchObject({
      code: 'arguments.invalid',
      pointer: '/candidate/a/b',
    });
  });

  it('If the texts of a candidate are short, rules that compare each member with each other are evaluated', async () => {
    const short = { a: Array.from({ length: 20 }, (_, i) => i), b: [], t: 'aaa', u: 'aab', l: [], c: {} };
    expect(await judged('candidate.a.all(x, candidate.a.all(y, size(candidate.t) == 3))', short)).toBe('pass');
    expect(
      await judged('candidate.t.matches("^a{3}$") && candidate.t != candidate.u && candidate.t < candidate.u', short),
    ).toBe('pass');
  });
  it('Rules compare numbers by value, and lists and objects by their members', async () => {
    const values = { i: 1, d: 1.5, l: [1, { a: [null] }], m: [1, { a: [null] }], n: [1, { a: [false] }], o: { a: 1 } };
    expect(await judged('candidate.i == 1u && candidate.i == 1.0 && candidate.d != candidate.i', values)).toBe('pass');
    expect(await judged('candidate.l == candidate.m && candidate.l != candidate.n', values)).toBe('pass');
    expect(
      await judged('candidate.o != {"b": 1} && candidate.o == {"a": 1} && candidate.i in candidate.l', values),
    ).toBe('pass');
    expect(await judged('candidate.l == candidate.o || "1" == candidate.i || candidate.i == true', values)).toBe(
      'warn',
    );
    expect(await judged('size("a😀") == 2 && "a😀".size() == 2', values)).toBe('pass');
  });

  it("The result of a validation depends only on the rule pack and the candidate, whatever the order of the candidate's members", async () => {
    const amount = fc.stringMatching(/^-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})?$/);
    // Generates only values that the contract accepts. They have no number that a double would round.
    const json = fc
      .json()
      .map(parsed)
      .filter((value) => value !== undefined);
    await fc.assert(
      fc.asyncProperty(amount, amount, fc.option(json, { nil: undefined }), async (reserve, limit, note) => {
        const more = note === undefined ? {} : { note };
        const one = await validate({ reserve: { amount: reserve }, limit, ...more });
        const other = await validate({ ...more, limit, reserve: { amount: reserve } }, structuredClone(pack));
        expect(canonicalJson(other)).toBe(canonicalJson(one));
        const within = Number(reserve) <= Number(limit);
        expect(one.result.trace.map(({ verdict }) => verdict)).toEqual([
          within ? 'pass' : 'block',
          note === undefined ? 'warn' : 'pass',
        ]);
      }),
    );
  });

  it('A validation does not change its candidate', async () => {
    const candidate = { reserve: { amount: '1' }, limit: '2', list: [{ a: null }] };
    const before = JSON.stringify(candidate);
    await validate(candidate);
    expect(JSON.stringify(candidate)).toBe(before);
  });
});

describe('Rules that require other rules', () => {
  const of = (id: string, onFail: 'warn' | 'block', ...requires: string[]): RulePack['rules'][number] => ({
    id,
    title: `Rule ${id}`,
    expression: `candidate.${id}`,
    onFail,
    reads: [`/${id}`],
    ...(requires.length === 0 ? {} : { requires }),
  });
  const traced = async (candidate: Record<string, unknown>, ...rules: RulePack['rules'][number][]) => {
    const { result } = await validate(candidate, { ...pack, rules });
    const said = result.trace.map(({ rule: id, verdict, because }) =>
      because ? `${id} ${verdict}: ${because.rule} ${because.verdict}` : `${id} ${verdict}`,
    );
    return [result.verdict, ...said];
  };

  it('If a required rule has not passed, the rule is skipped, and the trace names the required rule and shows no reads', async () => {
    const rules = [of('a', 'block'), of('b', 'block', 'a'), of('c', 'warn', 'b')];
    expect(await traced({ a: false, b: true, c: true }, ...rules)).toEqual([
      'block',
      'a block',
      'b skipped: a block',
      'c skipped: b skipped',
    ]);
    const { result } = await validate({ a: false, b: true, c: true }, { ...pack, rules });
    expect(result.trace[1]).toEqual({
      rule: 'b',
      title: 'Rule b',
      verdict: 'skipped',
      because: { rule: 'a', verdict: 'block' },
      reads: [],
    });
  });

  it('If all required rules have passed, the rule is evaluated, wherever the required rules are in the pack', async () => {
    const rules = [of('c', 'warn', 'b', 'a'), of('b', 'block', 'a'), of('a', 'block')];
    expect(await traced({ a: true, b: true, c: false }, ...rules)).toEqual(['warn', 'c warn', 'b pass', 'a pass']);
  });

  it('If a required rule fails with an error, that rule blocks and the rule that requires it is skipped', async () => {
    const rules = [of('a', 'warn'), of('b', 'warn', 'a')];
    expect(await traced({ b: true }, ...rules)).toEqual(['block', 'a block', 'b skipped: a block']);
  });

  it('The trace has the rules in the order of the pack, whatever the order in which they are evaluated', async () => {
    const rules = [of('a', 'block'), of('b', 'block', 'a'), of('c', 'block', 'b'), of('d', 'block', 'a')];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(rules, { minLength: rules.length }),
        fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean(), d: fc.boolean() }),
        async (shuffled, candidate) => {
          const [verdict, ...lines] = await traced(candidate, ...shuffled);
          const [expected, ...inOrder] = await traced(candidate, ...rules);
          expect([verdict, ...lines.toSorted()]).toEqual([expected, ...inOrder.toSorted()]);
          expect(lines.map((line) => line[0])).toEqual(shuffled.map(({ id }) => id));
        },
      ),
    );
  });

  it('If rules that require each other in a circle reach the engine, the verdict is `block`', async () => {
    expect((await traced({ a: true, b: true }, of('a', 'warn', 'b'), of('b', 'warn', 'a')))[0]).toBe('block');
  });
});

describe('The ontology pin of a candidate', () => {
  const pinned = (ontologyPin: string | undefined, ontology?: string) =>
    validation.execute({
      args: { candidate: { reserve: { amount: '1' }, limit: '2', note: 'n' }, rulePack: pack.id, ontologyPin },
      refs: { rulePack: pack },
      ports: {},
      settings: ontology === undefined ? {} : { ontology },
      call: undefined,
    });

  it("A validation is answered if the ontology pin is missing or equals the version of the tool's release", async () => {
    expect(await pinned('1.2.0', '1.2.0')).toMatchObject({ result: { verdict: 'pass' } });
    expect(await pinned(undefined, '1.2.0')).toEqual(await pinned('1.2.0', '1.2.0'));
  });

  it.each([
    ['1.2.1', '1.2.0'],
    ['1.2', '1.2.0'],
    ['1.2.0', undefined],
  ])(
    'If a call pins ontology version %s and the tool uses %s, it is refused before any rule is evaluated',
    async (named, held) => {
      expect(await failureOf(() => pinned(named, held))).toMatchObject({
        code: 'ontology.differs',
        pointer: '/ontologyPin',
      });
    },
  );
});
