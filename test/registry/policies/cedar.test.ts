import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compilePolicyFiles } from '../../../registry/policies/cedar.ts';
import { formatProblem } from '../../../registry/tenant/problem.ts';

const problemsOf = (text: string): readonly string[] =>
  compilePolicyFiles([{ file: 'policies/access.cedar', text }]).problems.map(formatProblem);

const policy = (condition: string): string =>
  `// A remark.\n\nforbid (principal, action, resource)\nwhen { ${condition} };\n`;

describe('The check of a Cedar policy', () => {
  test.each([
    '9007199254740993 == 9007199254740992',
    '9223372036854775807 + 1 > 0',
    '-9223372036854775808 < 0',
    '[1, { a: 9007199254740993 }].contains(1)',
  ])(
    'If a policy has an integer that would be enforced with another value, it is reported with its place: %s',
    (condition) => {
      expect(problemsOf(policy(condition))).toEqual([
        expect.stringMatching(
          /^policies\/access\.cedar:3:1: .*a number that JSON cannot hold exactly.*Use integers from/,
        ),
      ]);
    },
  );

  test('The largest integer that keeps its value is allowed in a policy', () => {
    expect(problemsOf(policy('9007199254740991 == -9007199254740991'))).not.toContainEqual(
      expect.stringContaining('cannot hold exactly'),
    );
  });

  test('If a policy has an integer that Cedar cannot represent, it is reported with its place', () => {
    expect(problemsOf(policy('9223372036854775808 > 1'))).toEqual([
      expect.stringMatching(/^policies\/access\.cedar:4:8: .*too large/),
    ]);
  });

  test('If a policy is nested deeper than a release can hold, it is reported with its place', () => {
    expect(problemsOf(policy(`${'['.repeat(60)}${']'.repeat(60)} == []`))).toEqual([
      expect.stringMatching(/^policies\/access\.cedar:3:1: .*nested over 100 levels/),
    ]);
  });

  test('If a policy is nested deeper than Cedar can read, it is reported with its file', () => {
    const program = join(import.meta.dirname, 'nested-policy.ts');
    const told = execFileSync(process.execPath, [program], { encoding: 'utf8' });
    expect(JSON.parse(told)).toEqual([
      'policies/access.cedar:1:1: the file is nested too deeply for Cedar to read. Use fewer levels in its conditions',
    ]);
  });
});
