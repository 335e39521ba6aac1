import type { Readable } from 'node:stream';

/**
 * Calls `stop` when the input ends, which happens when the parent process ends. After the line `keep` it does not call
 * `stop`.
 */
export function endWithParent(input: Readable, stop: () => void): void {
  let said = '';
  input.setEncoding('utf8');
  input.on('data', (text: string) => (said += text));
  input.on('end', () => said !== 'keep\n' && stop());
}
