import { UsageError } from '../../lib/usage-error.ts';
import type { Given } from '../command.ts';

/** Reads `--from` and `--to` as epoch milliseconds. Undefined if neither is given. @throws UsageError */
export function spanOption({ options }: Given): { readonly from: number; readonly to: number } | undefined {
  const { from, to } = options;
  if (from === undefined && to === undefined) return undefined;
  const span = { from: instant('from', from) ?? 0, to: instant('to', to) ?? Number.MAX_SAFE_INTEGER };
  if (span.from >= span.to) throw new UsageError('--from must be before --to');
  return span;
}

function instant(name: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined;
  const millis = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(millis))
    throw new UsageError(`--${name} is not an instant. Write ISO 8601, such as 2026-11-30T00:00:00Z`);
  return millis;
}
