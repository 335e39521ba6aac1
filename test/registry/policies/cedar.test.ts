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
    expect(problemsOf(policy(`${'!(true && '.repeat(40)}true${')'.repeat(40)}`))).toEqual([
      expect.stringMatching(/^policies\/access\.cedar:3:1: .*nested over 100 levels/),
    ]);
  });

  const tooDeep = 'the file is nested too deeply for Cedar to read. Use fewer levels and operators in each condition';
  const chain = (before: string, after = ''): string => `${before.repeat(6400)}true${after.repeat(6400)}`;

  // Each of these overflowed the stack of Cedar, or that of the compiler.
  test.each([
    chain('(', ')'),
    chain('[', ']'),
    chain('{a: ', '}'),
    chain('!(', ')'),
    chain('if true then true else '),
    chain('if ', ' then true else true'),
    chain('context.a.contains(', ')'),
    chain('true && '),
    chain('true || '),
    chain('1 + '),
    chain('', '.a'),
    chain('', '["a"]'),
    chain('', '.contains(1)'),
  ])('If a policy is nested deeper than Cedar can read, it is reported with its file and line: %#', (condition) => {
    expect(problemsOf(policy(condition))).toEqual([`policies/access.cedar:4:1: ${tooDeep}`]);
  });

  test('A policy with many members beside each other is not nested', () => {
    const scopes = Array.from({ length: 5000 }, (_, i) => `"scope-${i}"`);
    expect(problemsOf(policy(`principal.scopes.containsAny([${scopes.join(', ')}])`))).toEqual([]);
    const text = `principal.scopes.contains("${'('.repeat(500)}") // ${'['.repeat(500)}\n`;
    expect(problemsOf(policy(text))).toEqual([]);
  });

  test('If a file is larger than Cedar reads within about a second, it is reported with its size', () => {
    const text = `// ${'a'.repeat(256 * 1024)}\n${policy('true')}`;
    expect(problemsOf(text)).toEqual([
      `policies/access.cedar:1:1: the file has ${text.length} bytes; at most 262144 are allowed. Divide it into smaller files`,
    ]);
  });

  test('If a file has a problem of this kind, the other files are still checked', () => {
    const files = [
      { file: 'policies/a.cedar', text: policy(chain('(', ')')) },
      { file: 'policies/b.cedar', text: policy('true') },
      { file: 'policies/c.cedar', text: 'permit;' },
    ];
    const { problems } = compilePolicyFiles(files);
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual(['policies/a.cedar:4', 'policies/c.cedar:1']);
  });

  test('If a policy has as many levels as a release can hold, but not the release around it, it is reported', () => {
    const nots = (levels: number): string => `${'!('.repeat(levels)}true${')'.repeat(levels)}`;
    for (let levels = 40; levels <= 50; levels += 1) {
      const problems = problemsOf(policy(nots(levels)));
      expect(
        problems.filter((problem) => !/nested|valid/.test(problem)),
        String(levels),
      ).toEqual([]);
    }
  });

  test.each(['RuntimeError', 'RangeError'])(
    'If Cedar fails at a policy with a %s in spite of the limits, the file is reported',
    (name) => {
      const program = join(import.meta.dirname, 'nested-policy.ts');
      const told = execFileSync(process.execPath, [program, name], { encoding: 'utf8' });
      expect(JSON.parse(told)).toEqual([`policies/access.cedar:1:1: ${tooDeep}`]);
    },
  );
});
