import type { Deployment } from './deployment.ts';
import { UsageError } from './usage-error.ts';

const modes = ['governance', 'compliance', 'none'] as const;

/** The default is governance for ten years. A named permission can end governance early; nobody can end compliance. */
const defaultYears = 10;
const mostYears = 100;

/**
 * Reads `-c auditLock=governance|compliance|none` and `-c auditYears=NUMBER`. The value `none` is for a stage that must
 * be disposable. The local cloud never has a lock.
 * @throws UsageError if a value is malformed, or if the two options contradict each other
 */
export function auditLockOf(
  { auditLock, auditYears }: Readonly<Record<string, unknown>>,
  local: boolean,
): Deployment['auditLock'] {
  const mode = modes.find((one) => one === (auditLock ?? (local ? 'none' : 'governance')));
  if (mode === undefined)
    throw new UsageError(`-c auditLock is ${JSON.stringify(auditLock)}. Use governance, compliance or none`);
  if (local && mode !== 'none')
    throw new UsageError('the local cloud does not lock objects. Remove -c auditLock, or use -c auditLock=none');
  if (mode === 'none') {
    if (auditYears !== undefined)
      throw new UsageError(
        '-c auditYears says how long objects of the audit log are locked, but they are not locked. Remove -c auditYears, or set -c auditLock',
      );
    return 'none';
  }
  const years = Number(auditYears ?? defaultYears);
  if (!Number.isInteger(years) || years < 1 || years > mostYears)
    throw new UsageError(
      `-c auditYears is ${JSON.stringify(auditYears)}. Use a whole number of years from 1 to ${mostYears}`,
    );
  return { mode, years };
}
