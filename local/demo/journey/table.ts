import type { JourneyStep } from './step.ts';

const hash = (text: string): string => text.slice(0, 10);

/** Formats a step for a person: who did what, the result, and the receipt that proves it. */
export function row({ name, who, answer, millis, receipt }: JourneyStep): string {
  const line = `  ${who.padEnd(13)} ${name.padEnd(30)} ${answer.padEnd(48)} ${millis.toFixed(0).padStart(5)} ms`;
  if (!receipt) return line;
  const marks = receipt.markings.length === 0 ? 'unmarked' : receipt.markings.join(' ');
  return `${line}\n${' '.repeat(16)}args ${hash(receipt.argsHash)}  result ${hash(receipt.resultHash)}  ${marks}`;
}
