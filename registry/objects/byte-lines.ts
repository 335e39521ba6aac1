import { streamOfFile } from '../files/regular-file.ts';

const newline = 0x0a;

/**
 * Reads the lines of a file as bytes, without the newline. The caller decodes each line, so that it can report a line
 * that is not UTF-8. A line over `maxBytes` is returned as `undefined` and is not kept in memory.
 */
export async function* byteLines(file: string, maxBytes: number): AsyncGenerator<Uint8Array | undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  const hold = (piece: Uint8Array): void => {
    size += piece.byteLength;
    if (size > maxBytes) held = [];
    else held.push(piece);
  };
  const line = (): Uint8Array | undefined => {
    const whole = size > maxBytes ? undefined : Buffer.concat(held);
    held = [];
    size = 0;
    return whole;
  };
  for await (const piece of streamOfFile(file)) {
    const bytes: Uint8Array = piece;
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      hold(bytes.subarray(start, end));
      yield line();
      start = end + 1;
    }
    hold(bytes.subarray(start));
  }
  if (size > 0) yield line();
}
