import { describe, expect, it } from 'vitest';
import { provedRulePack } from '../../../patterns/validation/artefact.ts';
import { pack } from '../artefacts.ts';

const [first] = pack.rules;
const issues = (expression: string) =>
  provedRulePack.safeParse({ ...pack, rules: [{ ...first, expression }] }).error?.issues ?? [];
const refused = (expression: string) => issues(expression).map(({ path, message }) => `${path.join('/')} ${message}`);

describe('A rule pack', () => {
  it('The rule pack that the tests use is valid', () => {
    expect(provedRulePack.parse(pack)).toEqual(pack);
  });

  it.each([
    ['candidate.a ==', /is not valid CEL/],
    ['', /too small/i],
    ['now() == 1', /uses now, which rules cannot use\. Use one of candidate, /],
    ['candidate.a.foo()', /uses foo, which rules cannot use\. Use one of candidate, /],
    [
      'timestamp("2026-01-01T00:00:00Z") == candidate.a',
      /uses timestamp, which rules cannot use\. Use one of candidate, /,
    ],
    ['int(candidate.a) == 0', /uses int, which rules cannot use\. Use one of candidate, /],
    ['dec.pow("1", "2") == "1"', /uses dec\.pow, which rules cannot use\. Use one of candidate, /],
    ['candidat.a == 1', /uses candidat, which rules cannot use\. Use one of candidate, /],
    ['x == 1', /uses x, which rules cannot use\. Use one of candidate, /],
    ['candidate.a.exists(x, y == x)', /uses y, which rules cannot use\. Use one of candidate, /],
    ['candidate.a.all(dec, dec == 1)', /uses dec, which rules cannot use\. Use one of candidate, /],
    ['candidate.a.all(candidate, true)', /uses candidate, which rules cannot use\. Use one of candidate, /],
    [
      'google.protobuf.Duration{seconds: 1} == candidate',
      /uses google\.protobuf\.Duration, which rules cannot use\. Use one of candidate, /,
    ],
    ['candidate.a.matches("(")', /RE2/],
    ['candidate.a.matches("(?<=a)b")', /not valid in RE2, which has no look-around and no backreferences$/],
    ['candidate.a.matches(candidate.b)', /that is not a constant/],
    ['matches("a", candidate.b)', /that is not a constant/],
    ['candidate.a.all(x, candidate.a.all(y, candidate.a.all(z, x == z)))', /steps/],
    ['(candidate.a + candidate.a + candidate.a).all(x, candidate.a.all(y, x == y))', /steps/],
    ['candidate.a.map(x, candidate.a.map(y, x)).all(z, z.all(v, candidate.a.exists(w, w == v)))', /steps/],
    [`${'('.repeat(13)}true${')'.repeat(13)}`, /nested/],
  ])('A rule pack is refused at the expression of its rule: %s', (expression, message) => {
    expect(refused(expression).join()).toMatch(message);
    expect(issues(expression)[0]?.path).toEqual(['rules', 0, 'expression']);
  });

  it('A rule with an expression that is too long or too deeply nested is refused before it is parsed', () => {
    expect(refused(`"${'a'.repeat(2000)}" == candidate.a`).join()).toMatch(/2000 characters/);
    expect(refused(`${'['.repeat(900)}${']'.repeat(900)} == 1`).join()).toMatch(/nested/);
  });

  it('A rule may compare each item of one list with each item of another list', () => {
    expect(refused('candidate.a.all(x, candidate.b.exists(y, x.id == y.id && dec.lte(x.amount, y.amount)))')).toEqual(
      [],
    );
  });

  it('A rule pack is refused if its rules together take too many steps, even if each rule alone does not', () => {
    const rules = Array.from({ length: 10 }, (_, i) => ({
      ...first,
      id: `r${i}`,
      expression: 'candidate.a.all(x, candidate.b.exists(y, x == y))',
    }));
    const paths = provedRulePack.safeParse({ ...pack, rules }).error?.issues.map(({ path }) => path);
    expect(paths).toEqual([['rules']]);
  });

  it('A rule pack is refused if two rules have the same id, a pointer is malformed, or a member is unknown', () => {
    const at = (file: unknown) => provedRulePack.safeParse(file).error?.issues.map(({ path }) => path.join('/'));
    expect(at({ ...pack, rules: [first, first] })).toEqual(['rules/1/id']);
    expect(at({ ...pack, rules: [{ ...first, reads: ['a'] }] })).toEqual(['rules/0/reads/0']);
    expect(at({ ...pack, rules: [{ ...first, onError: 'pass' }] })).toEqual(['rules/0']);
  });

  const requiring = (...rules: readonly (readonly [string, 'warn' | 'block', ...string[]])[]) => {
    const made = rules.map(([id, onFail, ...requires]) =>
      requires.length === 0 ? { ...first, id, onFail } : { ...first, id, onFail, requires },
    );
    const file = { ...pack, rules: made };
    return (
      provedRulePack.safeParse(file).error?.issues.map(({ path, message }) => `${path.join('/')} ${message}`) ?? []
    );
  };

  it.each([
    [
      'of two rules',
      [
        ['a', 'block', 'b'],
        ['b', 'block', 'a'],
      ],
      'rules/0/requires requires itself: a -> b -> a',
    ],
    ['of one rule', [['a', 'block', 'a']], 'rules/0/requires requires itself: a -> a'],
    [
      'that other rules require',
      [
        ['a', 'block', 'b'],
        ['b', 'block', 'c', 'd'],
        ['c', 'block'],
        ['d', 'block', 'b'],
      ],
      'rules/1/requires requires itself: b -> d -> b',
    ],
  ] as const)(
    'A rule pack is refused if its rules require each other in a circle %s, and the message names the circle',
    (_, rules, message) => {
      expect(requiring(...rules)).toEqual([message]);
    },
  );

  it('Two rules may require a third rule, and another rule may require both of them', () => {
    expect(requiring(['a', 'block', 'b', 'c'], ['b', 'block', 'd'], ['c', 'block', 'd'], ['d', 'block'])).toEqual([]);
  });

  it('A rule pack is refused if a rule requires an unknown rule', () => {
    expect(requiring(['a', 'block', 'z'])).toEqual(['rules/0/requires requires z, which is not a rule of this pack']);
  });

  it('A rule pack is refused if a blocking rule requires a rule that only warns, because the block could then be skipped', () => {
    expect(requiring(['a', 'warn'], ['b', 'block', 'a'])).toEqual([
      'rules/1/requires blocks, but requires a, which only warns. b would be skipped if that rule warned. Let a block too',
    ]);
    expect(requiring(['a', 'warn'], ['b', 'warn', 'a'], ['c', 'warn', 'b'])).toEqual([]);
  });
});
