import type { Outcome } from '../../contract/call.ts';
import { effectClasses, type EffectClass } from '../../contract/effects.ts';
import type { GoldenCase } from '../tenant/schemas/pack-file.ts';
import type { CaseRun } from './case-run.ts';
import type { Counts } from './world.ts';

export interface ProbeFinding {
  readonly name: string;
  readonly passed: boolean;
  readonly detail?: string;
}

export const finding = (name: string, wrong: string | undefined): ProbeFinding =>
  wrong === undefined ? { name, passed: true } : { name, passed: false, detail: wrong };

/**
 * Checks that a call leaves one event and, if it was answered, the row of its effect class. The call may read a system
 * of record only if its effect class has the port `connectors`.
 */
export function sideEffects(
  effectClass: EffectClass,
  outcome: Outcome,
  { before, after }: { readonly before: Counts; readonly after: Counts },
): string | undefined {
  const row = effectClasses[effectClass];
  const effects: readonly string[] = row.effects;
  const ports: readonly string[] = row.ports;
  const effected = 'refused' in outcome || outcome.replayed ? 0 : 1;
  const wanted = {
    actions: effects.includes('Action') ? effected : 0,
    tasks: effects.includes('Task') ? effected : 0,
    events: 1,
  };
  for (const [name, count] of Object.entries(wanted)) {
    const left = after[name as keyof Counts] - before[name as keyof Counts];
    if (left !== count) return `the call wrote ${left} ${name} instead of ${count}`;
  }
  const reads = after.reads - before.reads;
  if (reads > 0 && !ports.includes('connectors'))
    return `the call read a system of record ${reads} times, which its effect class does not allow`;
  return undefined;
}

/** Checks that a repeated call is a replay with the same bytes, and reads and writes only the ledger. */
export async function replayProbe(
  run: CaseRun,
  first: Outcome,
  { args, key }: { readonly args: unknown; readonly key: string | undefined },
): Promise<string | undefined> {
  if ('refused' in first) return undefined;
  const before = run.counts();
  const again = await run.call(args, key);
  if ('refused' in again) return `the repeated call was refused with ${again.refused}`;
  if (!again.replayed) return 'the repeated call was not answered as a replay';
  if (again.body !== first.body) return 'the repeated call was answered with other bytes';
  const after = run.counts();
  if (after.actions !== before.actions || after.tasks !== before.tasks) return 'the repeated call wrote a row';
  return after.reads === before.reads ? undefined : 'the repeated call read a system of record';
}

/** Checks that other arguments under the same key are refused and leave no row. */
export async function otherArgumentsProbe(run: CaseRun, golden: GoldenCase, key: string): Promise<string | undefined> {
  const before = run.counts();
  const other = await run.call(run.fill(golden.otherwise), key);
  if (!('refused' in other))
    return 'a call with other arguments and the same key was answered, but must be refused with key.reused';
  if (other.refused !== 'key.reused')
    return `a call with other arguments and the same key was refused with ${other.refused} instead of key.reused`;
  const after = run.counts();
  return after.actions === before.actions && after.tasks === before.tasks
    ? undefined
    : 'the refused call with other arguments wrote a row';
}
