import { randomBytes } from 'node:crypto';
import type { HeadState } from '../../contract/system.ts';
import type { HeadWriter } from '../../adapters/tables/head.ts';

const maxAttempts = 8;

/**
 * Puts the bundled release in force. Each deploy calls this function. Withdrawals, suspensions and the telemetry key
 * stay as they are; the key is made by the first deploy. If the release is in force already, nothing is written.
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
  throw new Error('other writers changed the head during each of several attempts. Run cdk deploy again');
}
