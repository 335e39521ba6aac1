import { describe, expect, it } from 'vitest';
import type { RulePack } from '../../../contract/artefacts/rule-pack.ts';
import { validation } from '../../../patterns/validation/pattern.ts';
import { stepsOf } from '../../support/steps.ts';
import { pack } from '../artefacts.ts';
import { failureOf } from '../failures.ts';

const validate = async (candidate: Record<string, unknown>, rulePack: RulePack) =>
  validation.execute({
    args: { candidate, rulePack: rulePack.id },
    refs: { rulePack },
    ports: {},
    settings: {},
    call: undefined,
  });

const rule = (expression: string): RulePack => ({
  ...pack,
  rules: [{ id: 'it', title: 'It', expression, onFail: 'block', reads: [] }],
});

/** The evaluation ends near its limit of 2 000 000 steps, and the counter counts some of them twice. */
const most = 4_000_000;

describe('A rule over a long candidate', () => {
  const text = 'a'.repeat(200_000);
  const list = Array.from({ length: 100 }, (_, i) => i);
  const members = Object.fromEntries(list.map((i) => [`m${i}`, i]));
  it.each([
    [
      'counts a long text once for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, size(candidate.t) > x))',
    ],
    ['counts a long text by method call', 'candidate.a.all(x, candidate.t.size() > x)'],
    ['matches a long text once for each member', 'candidate.a.all(x, !candidate.t.matches("b$"))'],
    ['matches a long text against an expression with many states', '!candidate.t.matches("^([a-z]{1,50} ?){1,20}c$")'],
    ['searches a long text for another long text', 'candidate.a.all(x, !candidate.t.contains("b" + candidate.t))'],
    [
      'compares two equally long texts for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, candidate.t == candidate.u))',
    ],
    [
      'orders two long texts for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, candidate.t <= candidate.u))',
    ],
    [
      'compares two lists for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, candidate.a == candidate.b))',
    ],
    [
      'searches a list in another list for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, !(candidate.b in candidate.l)))',
    ],
    [
      'compares two objects for each pair of members',
      'candidate.a.all(x, candidate.a.all(y, candidate.c == candidate.d))',
    ],
  ])(
    'If a rule %s and the candidate is long, the call is refused in at most 4 000 000 steps',
    async (_, expression) => {
      const candidate = {
        a: list,
        b: [...list],
        t: text,
        u: `${text.slice(1)}a`,
        l: [[...list.slice(1), 200]],
        c: members,
        d: { ...members },
      };
      let failure: unknown;
      const steps = await stepsOf(async () => (failure = await failureOf(() => validate(candidate, rule(expression)))));
      expect(failure).toMatchObject({
        code: 'arguments.invalid',
        pointer: '/candidate',
      });
      expect(steps).toBeLessThan(most);
    },
  );
});
