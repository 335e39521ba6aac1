import { randomBytes } from 'node:crypto';
import type { HeadState } from '../../contract/ports.ts';

export interface HeadStore {
  read(): Promise<HeadState | undefined>;
  /** Writes only where `expected` still stands; false where somebody else wrote first. */
  write(state: HeadState, expected: HeadState | undefined): Promise<boolean>;
}

/**
 * A deploy is a release: puts the bundle's own in force, keeping withdrawals, suspensions and the telemetry key, which
 * is made once. Idempotent: a deploy that changes no release writes nothing.
 */
export async function moveHead(store: HeadStore, release: string): Promise<{ release: string; moved: boolean }> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const current = await store.read();
    if (current?.release === release && current.telemetryKey !== undefined) return { release, moved: false };
    const next: HeadState = {
      release,
      withdrawn: current?.withdrawn ?? [],
      suspended: current?.suspended ?? [],
      telemetryKey: current?.telemetryKey ?? randomBytes(32).toString('base64url'),
    };
    if (await store.write(next, current)) return { release, moved: true };
  }
  throw new Error('the head keeps changing; deploy again');
}
