import { mkdir, appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { memoryLedger } from '../../../adapters/memory/ledger-events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayOf } from '../../../bin/commands/replay.ts';
import { main } from '../../../bin/main.ts';
import type { Replay } from '../../../bin/replay/replay-run.ts';
import type { ReplayedCall } from '../../../bin/replay/verdict.ts';
import { UsageError } from '../../../lib/usage-error.ts';
import { janeAsked } from '../../support/operator.ts';
import { copyOfDemo } from '../../registry/tenant-copy.ts';
import {
  adjuster,
  compiledDemo,
  demoRun,
  eventOf,
  money,
  reserve,
  text,
  thisEngine,
  withRates,
  type DemoRun,
} from './demo-run.ts';

let release: string;
let folder: string;
let removeDemo: () => Promise<void>;
beforeAll(async () => {
  ({ release, remove: removeDemo } = await compiledDemo());
  folder = await mkdtemp(join(tmpdir(), 'replay-test-'));
});
afterAll(async () => {
  await removeDemo();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly runId?: string;
  readonly args?: string;
  readonly release?: string;
  readonly places?: readonly string[];
  readonly json?: boolean;
}

/** Runs the command over the stores of a run instead of those of a deployment. */
async function replay(run: DemoRun, asked: Asked = {}) {
  let [out, err] = ['', ''];
  const { args, release: directory, places = [release], json = true } = asked;
  const { database, content } = run.world;
  const auditLog = async () => {
    throw new Error('a replay reads no audit log');
  };
  const source = {
    database,
    content,
    eraser: content,
    exports: content,
    ledgerEvents: memoryLedger(run.world.stored),
    auditLog,
    operator: janeAsked,
    places,
  };
  const command = replayOf(
    async () => source,
    () => thisEngine,
  );
  const code = await command.run(
    {
      operands: [asked.runId ?? run.runId],
      options: { ...(args === undefined ? {} : { args }), ...(directory === undefined ? {} : { release: directory }) },
      tenant: 'nobody',
      tenantsDir: folder,
      json,
    },
    { out: (said) => (out += said), err: (said) => (err += said), color: false },
  );
  return { code, out, err, told: () => JSON.parse(out) as Replay };
}

const journal = async (name: string, entries: readonly object[]): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return file;
};
const verdictsOf = (calls: readonly ReplayedCall[]): Record<string, string> =>
  Object.fromEntries(calls.map(({ eventId, verdict }) => [eventId, verdict]));

describe('Replay of a replayable run', () => {
  it('If every call that reads only pinned data has the same result, `replay` exits with 0 and lists the other calls as not replayable', async () => {
    const run = await demoRun(release);
    const made = [
      await run.call('tool.money.convert', money('1150.00', 'EUR')),
      await run.call('tool.money.convert', text('a secret text')),
      await run.call('tool.reserve.validate', reserve('26000.00')),
      await run.call('tool.reserve.validate', reserve('900000.00'), { key: 'a-key-of-the-agent' }),
    ];
    const again = await run.call('tool.money.convert', money('1150.00', 'EUR'));
    const looked = await run.call('tool.claim.lookup', { identifier: 'CLM-2026-000045', source: 'sor.policy-admin' });
    const refused = await run.call('tool.money.convert', { value: 1 });
    await run.carry();
    const { code, out, told } = await replay(run);
    expect(told().calls).toMatchObject([
      ...made.map((one) => ({ eventId: eventOf(one), verdict: 'same', pins: [] })),
      { eventId: again.eventId, verdict: 'not-replayable', detail: `repeats ${eventOf(made[0]!)}` },
      { eventId: looked.eventId, verdict: 'not-replayable', detail: 'the tool reads data that is not pinned' },
      { eventId: refused.eventId, verdict: 'not-replayable', detail: 'refused: arguments.invalid' },
    ]);
    expect({ code, passed: told().passed, pins: told().pins }).toEqual({ code: 0, passed: true, pins: [] });
    for (const value of ['a secret text', '1150.00', 'CLM-2026']) expect(out).not.toContain(value);
  });

  it('`replay` repeats the calls of a human as well, although the record does not have the human’s groups', async () => {
    const run = await demoRun(release, { by: adjuster });
    await run.call('tool.reserve.validate', reserve('26000.00'));
    await run.carry();
    const { code, told } = await replay(run);
    expect([code, told().calls[0]?.verdict]).toEqual([0, 'same']);
  });

  it('After a run has expired, replay still repeats its calls, because each one gets its recorded time', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', text('a'));
    await run.carry();
    const [row] = run.world.stored.items('runs');
    const known = JSON.parse(String(row?.['row'])) as object;
    const ended = JSON.stringify({ ...known, expiresAt: new Date(Date.now() + 5).toISOString() });
    await run.world.stored.write([{ put: { ...row, row: ended }, in: 'runs' }]);
    expect((await replay(run)).code).toBe(0);
  });

  it('Without --json, `replay` prints its report as text', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', money('1.00', 'EUR'));
    await run.carry();
    const { out } = await replay(run, { json: false });
    expect(out).toMatch(/^run-\S+ of claims-agent, opened .+\nthe list of its calls is complete until 2/);
    expect(out).toMatch(/\n\S+Z {2}tool\.money\.convert@1\.0\.0 {2}the same result\n\n1 the same result\n$/);
  });
});

describe('The arguments of a replayed call', () => {
  it('If a run is replayable, the arguments of a call are in its record and not in its event', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', text('ı'.repeat(9000)));
    const kept = run.world.stored.items('ledger').find((item) => item['kind'] === 'dispatch');
    expect(String(kept?.['arguments'])).toContain('ııı');
    expect(String(kept?.['event'])).not.toContain('ııı');
    const other = await demoRun(release, { replayable: false });
    await other.call('tool.money.convert', text('a'));
    expect(other.world.stored.items('ledger').some((item) => 'arguments' in item)).toBe(false);
  });

  it('If neither record nor journal has the arguments of a call, `replay` exits with 1 and the verdict `lacks-arguments`', async () => {
    const run = await demoRun(release, { replayable: false });
    const lacking = eventOf(await run.call('tool.money.convert', money('1.00', 'EUR')));
    await run.carry();
    const { code, told } = await replay(run);
    expect(code).toBe(1);
    expect(told().calls).toMatchObject([{ eventId: lacking, verdict: 'lacks-arguments' }]);
  });

  it('`replay` accepts arguments in the agent’s journal whatever the order of their members, and reports how many lines name no call of this run', async () => {
    const run = await demoRun(release, { replayable: false });
    const one = eventOf(await run.call('tool.money.convert', money('1.00', 'EUR')));
    const again = await run.call('tool.money.convert', money('1.00', 'EUR'));
    const two = eventOf(await run.call('tool.reserve.validate', reserve('26000.00')));
    await run.carry();
    const { value, target } = money('1.00', 'EUR') as { value: object; target: object };
    const file = await journal('good.ndjson', [
      { eventId: again.eventId, arguments: { target, value } },
      { eventId: two, arguments: reserve('26000.00') },
      { eventId: 'of another run', arguments: {} },
    ]);
    const { code, told } = await replay(run, { args: file });
    expect(verdictsOf(told().calls)).toEqual({ [one]: 'same', [again.eventId ?? '']: 'not-replayable', [two]: 'same' });
    expect({ code, strangers: told().strangers }).toEqual({ code: 0, strangers: 1 });
  });

  it('If the arguments in the journal do not match the recorded hash, `replay` exits with 1 and names the line, but no value', async () => {
    const run = await demoRun(release);
    const event = eventOf(await run.call('tool.money.convert', money('1.00', 'EUR')));
    await run.carry();
    const file = await journal('false.ndjson', [{ eventId: event, arguments: money('2.00', 'EUR') }]);
    const { code, out, told } = await replay(run, { args: file });
    expect(code).toBe(1);
    const detail = 'the arguments in line 1 of the journal do not match the recorded hash';
    expect(told().calls).toMatchObject([{ eventId: event, verdict: 'other-arguments', detail }]);
    expect(out).not.toContain('2.00');
  });

  it('If the arguments in the record were changed, `replay` exits with 1 and the verdict `other-arguments`', async () => {
    const run = await demoRun(release);
    const event = eventOf(await run.call('tool.money.convert', money('1.00', 'EUR')));
    await run.carry();
    const item = run.world.stored.items('ledger').find((one) => one['eventId'] === event);
    await run.world.stored.write([{ put: { ...item, arguments: JSON.stringify(money('9.00', 'EUR')) }, in: 'ledger' }]);
    const { code, told } = await replay(run);
    expect([code, told().calls[0]?.verdict]).toEqual([1, 'other-arguments']);
  });

  it.each([
    ['not JSON', '{'],
    ['a duplicate member', '{"eventId":"a","arguments":{"a":1,"a":2}}'],
    ['no arguments', '{"eventId":"a"}'],
    ['a number that no double holds', '{"eventId":"a","arguments":{"a":9007199254740993}}'],
  ])('If a line of the journal has %s, `replay` is refused and names the line', async (_name, line) => {
    const run = await demoRun(release);
    const file = join(folder, 'bad.ndjson');
    await writeFile(file, `\n${line}\n`);
    await expect(replay(run, { args: file })).rejects.toThrow(/^line 2 of the journal (?:is|has|names) /);
  });
});

describe('A replay that finds a difference', () => {
  it('If a rate and all digests were changed, `replay` exits with 1 and finds another result for exactly the calls that use the rate', async () => {
    const run = await demoRun(release);
    const calls = {
      euro: eventOf(await run.call('tool.money.convert', money('1150.00', 'EUR'))),
      toEuro: eventOf(await run.call('tool.money.convert', money('1150.00', 'USD', 'EUR'))),
      dollar: eventOf(await run.call('tool.money.convert', money('1150.00', 'USD'))),
      text: eventOf(await run.call('tool.money.convert', text('a'))),
      rules: eventOf(await run.call('tool.reserve.validate', reserve('26000.00'))),
    };
    await run.carry();
    const tampered = join(folder, 'tampered');
    const digest = await withRates(release, tampered, { EUR: '54.9036' });
    const { code, told } = await replay(run, { release: tampered });
    expect(verdictsOf(told().calls)).toEqual({
      [calls.euro]: 'another-result',
      [calls.toEuro]: 'another-result',
      [calls.dollar]: 'same',
      [calls.text]: 'same',
      [calls.rules]: 'same',
    });
    expect(code).toBe(1);
    expect(told().pins).toMatchObject([{ name: 'rates.tcmb@1.0.0', here: digest }]);
    expect(told().pins[0]?.recorded).not.toBe(digest);
    expect(told().calls[0]).toMatchObject({
      detail: 'the digests of rates.tcmb@1.0.0 differ from the pinned ones',
      pins: [{ name: 'rates.tcmb@1.0.0' }],
    });
    expect(told().release.used).not.toBe(told().release.pinned);
    const { out } = await replay(run, { release: tampered, json: false });
    expect(out).toContain(`run.pin_unavailable: the run pins release ${told().release.pinned}`);
    expect(out).toContain('pin rates.tcmb@1.0.0 differs: the run pins ');
    expect(out).toContain('2 another result, 3 the same result');
  });

  it('In any run, `replay` finds another result for exactly the calls that use a currency with a changed rate', async () => {
    const currencies = ['USD', 'EUR', 'GBP', 'CHF'] as const;
    const double = { USD: '94.3724', EUR: '109.8070', GBP: '124.8820', CHF: '116.6254' };
    const tampered = Object.fromEntries(
      await Promise.all(
        currencies.map(async (currency) => {
          const to = join(folder, `double-${currency}`);
          await withRates(release, to, { [currency]: double[currency] });
          return [currency, to] as const;
        }),
      ),
    );
    const conversion = fc.record({
      cents: fc.integer({ min: 100, max: 99_999_999 }),
      from: fc.constantFrom(...currencies),
      to: fc.constantFrom('TRY' as const, ...currencies),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(conversion, { minLength: 1, maxLength: 8, selector: (one) => JSON.stringify(one) }),
        fc.constantFrom(...currencies),
        async (conversions, changed) => {
          const run = await demoRun(release);
          const expected: Record<string, string> = {};
          for (const { cents, from, to } of conversions) {
            const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
            const event = eventOf(await run.call('tool.money.convert', money(amount, from, to)));
            const depends = from !== to && (from === changed || to === changed);
            expected[event] = depends ? 'another-result' : 'same';
          }
          await run.carry();
          const { told } = await replay(run, { release: tampered[changed] ?? '' });
          expect(verdictsOf(told().calls)).toEqual(expected);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('If a result differs with equal digests on another build, `replay` exits with 1 and the verdict `another-engine`', async () => {
    const run = await demoRun(release, { engine: 'an-earlier-build+node-24.0.0' });
    const right = eventOf(await run.call('tool.money.convert', money('1.00', 'EUR')));
    const wrong = eventOf(await run.call('tool.money.convert', money('2.00', 'EUR')));
    await run.carry();
    await changeResultHash(run, wrong);
    const { code, told } = await replay(run);
    expect(code).toBe(1);
    expect(verdictsOf(told().calls)).toEqual({ [right]: 'same', [wrong]: 'another-engine' });
    expect(told().engine.recorded).toBe('an-earlier-build+node-24.0.0');
  });

  it('If a result differs although digests and build are equal, `replay` exits with 1 and the verdict `another-result`', async () => {
    const run = await demoRun(release);
    const wrong = eventOf(await run.call('tool.money.convert', money('2.00', 'EUR')));
    await run.carry();
    await changeResultHash(run, wrong);
    const { code, told } = await replay(run);
    expect([code, told().calls[0]?.verdict, told().calls[0]?.detail]).toEqual([
      1,
      'another-result',
      'all digests and the engine build are equal',
    ]);
  });

  it('If a result differs and both a rate table and the build are different, the verdict is `another-result`', async () => {
    const run = await demoRun(release, { engine: 'an-earlier-build+node-24.0.0' });
    await run.call('tool.money.convert', money('1150.00', 'EUR'));
    await run.carry();
    const tampered = join(folder, 'tampered-otherwise');
    await withRates(release, tampered, { EUR: '60' });
    const { told } = await replay(run, { release: tampered });
    expect(told().calls[0]?.verdict).toBe('another-result');
  });

  it('If a part of the release is damaged or missing, `replay` is refused and names the part and the fix', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', text('a'));
    await run.call('tool.money.convert', money('1150.00', 'EUR'));
    await run.carry();
    const bent = join(folder, 'bent');
    const digest = await withRates(release, bent, {});
    for (const name of await readdir(join(bent, 'parts'))) {
      const file = join(bent, 'parts', name);
      if ((await readFile(file, 'utf8')).includes('"asOf":"')) await appendFile(file, ' ');
    }
    const damaged = (what: string): string =>
      `${bent}: the part ${digest} ${what}. The release is damaged, so nothing was replayed. Next: compile it again ` +
      '(logic-plane tenant compile nobody --out DIR) and name its folder with --release DIR';
    await expect(replay(run, { release: bent })).rejects.toThrow(new UsageError(damaged('does not match its digest')));
    await rm(join(bent, 'parts', digest));
    await expect(replay(run, { release: bent })).rejects.toThrow(new UsageError(damaged('is missing')));
  });

  it.each(['{', '{}', 'null'])('If the manifest of the named release is %s, `replay` is refused', async (manifest) => {
    const run = await demoRun(release);
    const bent = join(folder, 'no-manifest');
    await withRates(release, bent, {});
    await writeFile(join(bent, 'manifest.json'), manifest);
    await expect(replay(run, { release: bent })).rejects.toThrow(
      /is not a compiled release: its manifest.json is missing or malformed/,
    );
    // Without --release, replay skips the broken folder and searches the next place.
    expect((await replay(run, { places: [bent, release] })).code).toBe(0);
  });

  it('If the release is compiled from a tenant with one edited rate, `replay` finds another result for exactly the calls that use it', async () => {
    const run = await demoRun(release);
    const euro = eventOf(await run.call('tool.money.convert', money('1150.00', 'EUR')));
    const dollar = eventOf(await run.call('tool.money.convert', money('1150.00', 'USD')));
    const rules = eventOf(await run.call('tool.reserve.validate', reserve('26000.00')));
    await run.carry();
    await using copy = await copyOfDemo();
    await copy.edit('rates/rates.tcmb.yaml', 'EUR: "54.9035"', 'EUR: "54.9036"');
    const edited = join(folder, 'edited');
    // The compile exits with 1, because no report proves a tool with the edited table. Such a release cannot be deployed.
    const io = { out: () => {}, err: () => {}, color: false };
    expect(await main(['tenant', 'compile', 'demo', '--tenants', copy.tenantsDir, '--out', edited], io)).toBe(1);
    const { code, told } = await replay(run, { release: edited });
    expect(code).toBe(1);
    expect(verdictsOf(told().calls)).toEqual({ [euro]: 'another-result', [dollar]: 'same', [rules]: 'same' });
    expect(told().pins.map(({ name }) => name)).toContain('rates.tcmb@1.0.0');
  });

  it('If the ledger no longer has the record of a call, `replay` exits with 1 and the verdict `record-gone`', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', text('a'));
    await run.carry();
    const calls = { get: run.world.database.get.bind(run.world.database) };
    const gone = { ...run.world.database, ...calls, batchGet: async () => [undefined] };
    const command = await replay({ ...run, world: { ...run.world, database: gone } });
    expect([command.code, command.told().calls[0]?.verdict]).toEqual([1, 'record-gone']);
  });
});

/** Changes the result hash in a record, as if the recorded build had computed another result. */
async function changeResultHash(run: DemoRun, eventId: string): Promise<void> {
  const item = run.world.stored.items('ledger').find((one) => one['eventId'] === eventId);
  const event = { ...(JSON.parse(String(item?.['event'])) as object), resultHash: '0'.repeat(64) };
  await run.world.stored.write([{ put: { ...item, event: JSON.stringify(event) }, in: 'ledger' }]);
}

describe('Replay without the pinned release', () => {
  it('If only another release is on this machine, `replay` does not use it, but exits with 3 and run.pin_unavailable', async () => {
    const run = await demoRun(release);
    await run.call('tool.money.convert', money('1150.00', 'EUR'));
    await run.carry();
    const newer = join(folder, 'newer');
    await withRates(release, newer, { EUR: '55' });
    const { code, out, err } = await replay(run, { places: [newer], json: false });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(
      /^run\.pin_unavailable: run-\S+ pins release [0-9a-f]{64}, .+ Name its folder with --release DIR\n$/,
    );
    const { out: json } = await replay(run, { places: [newer] });
    expect(JSON.parse(json)).toMatchObject({ error: 'run.pin_unavailable', runId: run.runId });
  });

  it('`replay` is refused if the folder in --release has no release or if the run does not exist', async () => {
    const run = await demoRun(release);
    await expect(replay(run, { release: folder })).rejects.toThrow(
      /is not a compiled release: its manifest.json is missing or malformed/,
    );
    const broken = join(folder, 'broken-manifest');
    await mkdir(broken);
    await writeFile(join(broken, 'manifest.json'), '{');
    await expect(replay(run, { release: broken })).rejects.toThrow(
      /is not a compiled release: its manifest.json is missing or malformed/,
    );
    await expect(replay(run, { runId: 'run-of-nobody-0000' })).rejects.toThrow(
      /run run-of-nobody-0000 was not found in this deployment/,
    );
  });
});
