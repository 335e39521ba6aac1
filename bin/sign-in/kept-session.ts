import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { PageSession } from './hosted-page.ts';

const session = z.strictObject({ token: z.string(), expiresAt: z.number() });

/** A token that ends within this time is not used: the command may take so long. */
const marginMillis = 60_000;

/** Returns the file that keeps the session of an app client. Only its owner may read the file and its folder. */
function fileOf(clientId: string): string {
  const state = process.env['XDG_STATE_HOME'];
  const folder = state === undefined || state === '' ? join(homedir(), '.local', 'state') : state;
  const name = createHash('sha256').update(clientId).digest('hex').slice(0, 32);
  return join(folder, 'logic-plane', 'sessions', `${name}.json`);
}

/** Returns the kept session if its token is still valid. */
export function keptSession(clientId: string, nowMillis: number): PageSession | undefined {
  try {
    const kept = session.parse(JSON.parse(readFileSync(fileOf(clientId), 'utf8')));
    return kept.expiresAt - marginMillis > nowMillis ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepSession(clientId: string, kept: PageSession): void {
  const file = fileOf(clientId);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(kept), { mode: 0o600 });
  renameSync(next, file);
}

export const forgetSession = (clientId: string): void => rmSync(fileOf(clientId), { force: true });
