import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compilePolicyFiles } from '../../../registry/policies/cedar.ts';
import { formatProblem } from '../../../registry/tenant/problem.ts';

const problemsOf = (text: string): readonly string[] =>
  compilePolicyFiles([{ file: 'policies/access.cedar', text }]).problems.map(formatProblem);

const policy = (condition: string): string =>
  `// A remark.\n\nforbid (principal, action, resource)\nwhen { ${condition} };\n`;

describe('a policy', () => {
  test.each([
    '9007199254740993 == 9007199254740992',
    '9223372036854775807 + 1 > 0',
    '-9223372036854775808 < 0',
    '[1, { a: 9007199254740993 }].contains(1)',
  ])('with a number that would be enforced as another is told with its place: %s', (condition) => {
    expect(problemsOf(policy(condition))).toEqual([
      expect.stringMatching(
        /^policies\/access\.cedar:3:1: .*a number that JSON cannot hold exactly.*Write integers from/,
      ),
    ]);
  });

  test('with the greatest number that stays itself has no problem', () => {
    expect(problemsOf(policy('9007199254740991 == -9007199254740991'))).not.toContainEqual(
      expect.stringContaining('cannot hold exactly'),
    );
  });

  test('with a number past what Cedar counts to is told with its place', () => {
    expect(problemsOf(policy('9223372036854775808 > 1'))).toEqual([
      expect.stringMatching(/^policies\/access\.cedar:4:8: .*too large/),
    ]);
  });

  test('nested deeper than a release can hold is told with its place', () => {
    expect(problemsOf(policy(`${'['.repeat(60)}${']'.repeat(60)} == []`))).toEqual([
      expect.stringMatching(/^policies\/access\.cedar:3:1: .*nested over 100 levels/),
    ]);
  });

  test('nested deeper than Cedar can read is told with its file', () => {
    const program = join(import.meta.dirname, 'nested-policy.ts');
    const told = execFileSync(process.execPath, [program], { encoding: 'utf8' });
    expect(JSON.parse(told)).toEqual([
      'policies/access.cedar:1:1: is nested too deeply for Cedar to read. Write its conditions in fewer levels',
    ]);
  });
});
