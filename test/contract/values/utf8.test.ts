import { expect, it } from 'vitest';
import { lineNotUtf8, unmarked, utf8Text } from '../../../contract/values/utf8.ts';

it.each([
  ['a byte of another charset', [0x22, 0xdd, 0x22]],
  ['a character that ends too early', [0xf0, 0x9f, 0x98]],
  ['a longer form than is needed', [0xc0, 0xaf]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
])('Bytes with %s are not decoded to text', (_what, bytes) => {
  expect(utf8Text(Uint8Array.from(bytes))).toBeUndefined();
});

it('A decoded text keeps all its characters, including U+FFFD and the byte order mark', () => {
  expect(utf8Text(Buffer.from('\uFEFFğ\uFFFD😀'))).toBe('\uFEFFğ\uFFFD😀');
});

it('One byte order mark at the beginning of a file is removed', () => {
  expect([unmarked('\uFEFF\uFEFFa'), unmarked('a\uFEFF')]).toEqual(['\uFEFFa', 'a\uFEFF']);
});

it.each([
  [1, [0xdd, 0x0a, 0x61]],
  [3, [0xc4, 0xb0, 0x0a, 0x0a, 0xdd]],
  [2, [0x61, 0x0a, 0xc4, 0x0a, 0xb0]],
])('For bytes that are not UTF-8, the number of the first wrong line is %i', (line, bytes) => {
  expect(lineNotUtf8(Uint8Array.from(bytes))).toBe(line);
});
