import { describe, expect, it } from 'vitest';
import type { Demo } from '../../../local/demo/demo-file.ts';
import { playOn } from '../../../local/demo/play.ts';

const demo: Demo = {
  apiUrl: 'http://127.0.0.1:1/api',
  sorUrl: 'http://127.0.0.1:2',
  endpoint: 'http://127.0.0.1:1',
  credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  region: 'us-east-1',
  userPoolId: 'pool',
  clientId: 'client',
  agents: {},
  logins: {},
  sorCredentials: { read: 'r', write: 'w', admin: 'a' },
};

async function runStart(options: { up: boolean; once: boolean; fails?: 'bringUp' | 'play' }) {
  const did: string[] = [];
  const act = async (what: 'bringUp' | 'play' | 'keep' | 'bringDown'): Promise<void> => {
    did.push(what);
    if (what === options.fails) throw new Error(`${what} failed`);
  };
  const keep = (): Promise<void> => act('keep');
  const part = {
    directory: '.local/cloud',
    endpoint: demo.endpoint,
    credentials: demo.credentials,
    region: demo.region,
    pid: 1,
    reused: options.up,
  };
  const playing = playOn(
    {
      isUp: () => options.up,
      async bringUp() {
        await act('bringUp');
        const sor = { url: demo.sorUrl, credentials: demo.sorCredentials, keep, stop: async () => undefined };
        return { cloud: { ...part, keep, stop: async () => undefined }, sor, demo };
      },
      play: () => act('play'),
      bringDown: () => act('bringDown'),
    },
    options.once,
  );
  const outcome = await playing.then(
    (one) => one.outcome,
    (error: unknown) => String(error),
  );
  return { outcome, did: did.join(' ') };
}

describe('The command `npm start`', () => {
  it('Without --once, `npm start` leaves the demo running', async () => {
    expect(await runStart({ up: false, once: false })).toEqual({ outcome: 'kept', did: 'bringUp play keep keep' });
  });

  it('With --once, `npm start` ends the demo that it started', async () => {
    expect(await runStart({ up: false, once: true })).toEqual({ outcome: 'ended', did: 'bringUp play bringDown' });
  });

  it('With --once, `npm start` ends the demo that it started even if the claim’s steps fail', async () => {
    for (const fails of ['bringUp', 'play'] as const) {
      const { outcome, did } = await runStart({ up: false, once: true, fails });
      expect([outcome, did.endsWith('bringDown')]).toEqual([`Error: ${fails} failed`, true]);
    }
  });

  it('With --once, `npm start` does not end a demo that was already running, because it has somebody’s data', async () => {
    expect(await runStart({ up: true, once: true })).toEqual({ outcome: 'stays', did: 'bringUp play keep keep' });
    for (const fails of ['bringUp', 'play'] as const) {
      expect((await runStart({ up: true, once: true, fails })).did).not.toContain('bringDown');
    }
  });
});
