import { describe, expect, it } from 'vitest';
import { main } from '../../bin/main.ts';
import { printableIo } from '../../bin/printable.ts';
import { copyOfDemo } from '../registry/tenant-copy.ts';

const printed = (text: string, stream: 'out' | 'err' = 'out'): string => {
  let all = '';
  const io = { out: (more: string) => (all += more), err: (more: string) => (all += more), color: true };
  printableIo(io)[stream](text);
  return all;
};

describe('The output of the command line', () => {
  it.each(['\u001B]0;title\u0007', '\u001B[2J', '\u009B31m', '\r', '\u0008', '\u202E', '\u200B', '\u{E0041}'])(
    'A character that a terminal obeys or does not draw is replaced, in %j as well',
    (attack) => {
      for (const stream of ['out', 'err'] as const)
        expect(printed(`file ${attack}name\n`, stream)).toMatch(/^file [\uFFFD\]\d;a-z[J]+name\n$/i);
    },
  );

  it('In JSON such a character is escaped, so that the value stays the same', () => {
    const value = { name: 'a\u202Eb\u{E0041}c\u009B', list: ['\u001B'] };
    for (const text of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
      expect(JSON.parse(printed(text))).toEqual(value);
      expect(['\u202E', '\u{E0041}', '\u009B', '\u001B'].filter((hiding) => printed(text).includes(hiding))).toEqual(
        [],
      );
    }
  });

  it('The colours of a verdict and the line of a progress stay', () => {
    for (const text of ['\u001B[32mok\u001B[0m  case\n', '\u001B[31mFAIL\u001B[0m case\n', '\r\u001B[K1/2 notice.pdf'])
      expect(printed(text)).toBe(text);
    expect(printed('a\r\u001B[Kb')).toBe('a\uFFFD\uFFFD[Kb');
  });

  it('The name of a stray file in the folder of a tenant cannot change what the terminal shows', async () => {
    await using copy = await copyOfDemo();
    await copy.write('tools/\u001B[2Kno problem.txt', '');
    let told = '';
    const io = { out: (text: string) => (told += text), err: (text: string) => (told += text), color: true };
    expect(await main(['tenant', 'check', 'demo', '--tenants', copy.tenantsDir], io)).toBe(1);
    expect(told).toContain('tools/\uFFFD[2Kno problem.txt:1:1: this file or folder is not part of a tenant');
    expect(told).not.toContain('\u001B');
  });
});
