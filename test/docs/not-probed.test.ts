import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notProbed } from '../e2e/probe/not-probed.ts';
import { root } from './pages.ts';

describe('The rules that the local cloud does not evaluate', () => {
  it.each(notProbed.flatMap(({ rule, checkedBy }) => checkedBy.map((test) => [rule, test] as const)))(
    'The rule “%s” names a test of test/lib that exists',
    (_, { file, title }) => {
      expect(readFileSync(join(root, 'test', 'lib', file), 'utf8')).toContain(`'${title}'`);
    },
  );
});
