import { suspendedAs, type Suspendable } from '../../contract/authority/suspension.ts';
import { durationSeconds } from '../../contract/values/duration.ts';
import { isPlainText, plainTextRule } from '../../contract/values/plain-text.ts';
import { UsageError } from '../../lib/usage-error.ts';
import type { Given } from '../command.ts';

const maxReason = 500;
const maxHoldSeconds = 7 * 24 * 3600;
export const defaultHold = 'PT24H';

/** An example of each name, for messages and the help. */
export const exampleOf: Readonly<Record<Suspendable, string>> = {
  all: '',
  agent: 'claims-agent',
  tool: 'tool.claim.lookup',
  kind: 'action.reserve.change',
  queue: 'queue.claims-approvals',
  sor: 'sor.policy-admin',
};

/**
 * Returns the name that the command line gives, and the name under which the head lists it.
 * @throws UsageError
 */
export function nameAsked(verb: string, what: Suspendable, [name = '', ...more]: readonly string[]) {
  if (what === 'all') {
    if (name !== '') throw new UsageError(`${verb} all takes no name. Remove ${[name, ...more].join(' ')}`);
    return { name, listed: suspendedAs(what, name), shown: 'all work' };
  }
  if (more.length > 0 || !(what === 'tool' ? /^[^@]+(@[^@]+)?$/ : /^[^@/]+$/).test(name))
    throw new UsageError(
      `${verb} ${what} takes one name, such as ${exampleOf[what]}${what === 'tool' ? ` or ${exampleOf[what]}@1.0.0` : ''}`,
    );
  return { name, listed: suspendedAs(what, name), shown: name };
}

/** @throws UsageError if the reason is missing or malformed */
export function reasonAsked(verb: string, { options: { reason } }: Given): string {
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new UsageError(`${verb} needs --reason TEXT. The audit log shows this text to auditors`);
  if (reason.trim().length > maxReason) throw new UsageError(`--reason must have at most ${maxReason} characters`);
  if (!isPlainText(reason)) throw new UsageError(`--reason ${plainTextRule}`);
  return reason.trim();
}

/** @throws UsageError if the duration is malformed */
export function holdSecondsAsked({ options: { hold = defaultHold } }: Given): number {
  const seconds = typeof hold === 'string' ? durationSeconds(hold) : undefined;
  if (seconds === undefined || seconds < 1 || seconds > maxHoldSeconds)
    throw new UsageError('--hold must be an ISO 8601 duration from PT1S to P7D, such as PT4H');
  return seconds;
}
