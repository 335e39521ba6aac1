import { randomBytes } from 'node:crypto';
import type { HeadState } from '../../contract/system.ts';
import type { HeadWriter } from '../../adapters/tables/head.ts';

const maxAttempts = 8;

/**
 * A deploy is a release: it puts the bundle's own release in force and keeps withdrawals, suspensions and the telemetry
 * key, which is made once. Idempotent: a deploy that changes no release writes nothing.
 */
export async function moveHead(head: HeadWriter, release: string): Promise<{ release: string; moved: boolean }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await head.read();
    if (state?.release === release && state.telemetryKey !== undefined) return { release, moved: false };
    const next: HeadState = {
      ...state,
      release,
      withdrawn: state?.withdrawn ?? [],
      suspended: state?.suspended ?? [],
      telemetryKey: state?.telemetryKey ?? randomBytes(32).toString('base64url'),
    };
    if ((await head.write(next, version)) === 'written') return { release, moved: true };
  }
  throw new Error('the head changed at each of several attempts. Deploy again');
}
