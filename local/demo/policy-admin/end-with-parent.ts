import type { Readable } from 'node:stream';

/** Calls `stop` when the input ends, which it does when whoever holds its other end does; not after the line `keep`. */
export function endWithParent(input: Readable, stop: () => void): void {
  let said = '';
  input.setEncoding('utf8');
  input.on('data', (text: string) => (said += text));
  input.on('end', () => said !== 'keep\n' && stop());
}
