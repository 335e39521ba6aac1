import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryWorld, type MemoryWorld } from '../../adapters/memory/world.ts';
import { putAction, putTask } from '../../adapters/tables/rows.ts';
import { showOf } from '../../bin/commands/head.ts';
import { resumeOf } from '../../bin/commands/resume.ts';
import { suspendOf } from '../../bin/commands/suspend.ts';
import { suspendables, suspendedAs, type Suspendable } from '../../contract/authority/suspension.ts';
import type { ReleaseEvent } from '../../contract/audit.ts';
import { actionId } from '../../contract/dispatch/keys.ts';
import { Failure } from '../../contract/failures.ts';
import type { Action } from '../../contract/rows/action.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { requestedTask, stagedAction } from '../support/plane.ts';

const jane = { kind: 'human', id: 'arn:aws:sts::111122223333:assumed-role/Operator/jane', name: 'jane' } as const;
const at = Date.parse('2026-11-30T09:00:00Z');
/** A name of each kind that the tenant `demo` has. */
const names: Readonly<Record<Suspendable, string>> = {
  all: '',
  agent: 'claims-agent',
  tool: 'tool.claim.lookup',
  kind: 'action.reserve.change',
  queue: 'queue.claims-approvals',
  sor: 'sor.policy-admin',
};

let folder: string;
let places: readonly string[];
let release: string;
let world: MemoryWorld;
let slept: number[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suspend-test-'));
  places = [join(folder, 'release')];
  const compiled = await compileTenant({ tenantsDir: 'tenants', tenant: 'demo', out: join(folder, 'release') });
  release = compiled.releaseId;
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  world = memoryWorld();
  slept = [];
  await world.headWriter.write({ release, withdrawn: [], suspended: [], telemetryKey: 'secret' }, 0);
});

interface Line {
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly json?: boolean;
  readonly operator?: () => Promise<typeof jane>;
  readonly places?: readonly string[];
}

async function run(verb: 'suspend' | 'resume' | 'show', what: Suspendable, line: Line = {}) {
  let out = '';
  const operator = line.operator ?? (async () => jane);
  const stores = async () => ({ database: world.database, places: line.places ?? places, operator });
  const sleep = async (millis: number): Promise<void> => void slept.push(millis);
  const commands = {
    suspend: suspendOf(what, { stores, now: () => at, sleep }),
    resume: resumeOf(what, stores),
    show: showOf(stores),
  };
  const name = names[what];
  const given = {
    operands: line.operands ?? (name === '' || verb === 'show' ? [] : [name]),
    options: line.options ?? (verb === 'show' ? {} : { reason: 'wrong estimates' }),
    tenant: 'no-such-tenant',
    tenantsDir: 'tenants',
    json: line.json ?? false,
  };
  await commands[verb].run(given, { out: (text) => (out += text), err: (text) => (out += text), color: false });
  return out;
}

const state = async () => (await world.headWriter.read()).state;
const events = (): readonly ReleaseEvent[] =>
  world.stored.items('ledger').map((item) => JSON.parse(String(item['event'])) as ReleaseEvent);

describe('The commands `suspend` and `resume`', () => {
  it.each(suspendables)(
    'An operator can suspend %s; the head and the event have the person, the reason and the end of the hold; resume ends it',
    async (what) => {
      const before = await state();
      const listed = suspendedAs(what, names[what]);
      const out = await run('suspend', what);
      expect(out).toMatch(/ is suspended by jane\. Every function sees it within 5 s\n/);
      const details = {
        by: { id: jane.id, name: 'jane' },
        at: '2026-11-30T09:00:00.000Z',
        reason: 'wrong estimates',
        holdUntil: '2026-12-01T09:00:00.000Z',
      };
      expect(await state()).toEqual({ ...before, suspended: [listed], suspensions: { [listed]: details } });
      expect(events().at(-1)).toMatchObject({
        kind: 'release',
        step: 'suspended',
        subject: listed,
        actor: jane,
        reason: 'wrong estimates',
        holdUntil: details.holdUntil,
      });
      expect(await run('resume', what, { options: { reason: 'corrected' } })).toMatch(/ is resumed by jane\. /);
      expect(await state()).toEqual({ ...before, suspensions: {} });
      expect(events().at(-1)).toMatchObject({ step: 'resumed', subject: listed, actor: jane, reason: 'corrected' });
    },
  );

  it('A tool version can be suspended and resumed without the other versions', async () => {
    const line = { operands: ['tool.claim.lookup@1.0.0'] };
    await run('suspend', 'tool', line);
    expect(await state()).toMatchObject({ suspended: ['tool.claim.lookup@1.0.0'] });
    await run('resume', 'tool', line);
    expect(await state()).toMatchObject({ suspended: [] });
  });

  it('`--hold` sets how long approved Actions are held', async () => {
    await run('suspend', 'all', { options: { reason: 'a test', hold: 'PT90M' } });
    expect((await state())?.suspensions?.['all']?.holdUntil).toBe('2026-11-30T10:30:00.000Z');
  });

  it('If the same name is suspended again, the details are replaced, and a second event is written', async () => {
    await run('suspend', 'agent');
    await run('suspend', 'agent', { options: { reason: 'still wrong', hold: 'P7D' } });
    expect(
      events()
        .filter(({ step }) => step === 'suspended')
        .map(({ reason }) => reason),
    ).toEqual(['wrong estimates', 'still wrong']);
    expect((await state())?.suspended).toEqual(['agent/claims-agent']);
  });

  it('If something else is suspended too, resume names it', async () => {
    await run('suspend', 'tool');
    await run('suspend', 'all');
    expect(await run('resume', 'tool')).toContain('but it is still refused because all work is suspended');
  });

  it('`head show` prints who suspended what, when, why and until when Actions are held', async () => {
    await run('suspend', 'sor');
    expect(await run('show', 'all')).toContain(
      'suspended  sor.policy-admin\n           sor.policy-admin by jane at 2026-11-30T09:00:00.000Z, Actions held until 2026-12-01T09:00:00.000Z: wrong estimates\n',
    );
  });

  it.each([
    ['agent', 'claims-agnt', 'the release in force has no agent claims-agnt'],
    ['tool', 'tool.claim.lokup', 'Did you mean tool.claim.lookup?'],
    ['kind', 'action.reserve.chnge', 'has no action kind action.reserve.chnge. Did you mean action.reserve.change?'],
    ['kind', 'queue.claims-approvals', 'has no action kind queue.claims-approvals'],
    ['queue', 'queue.claims', 'has no queue queue.claims'],
    ['sor', 'sor.policy', 'has no system of record sor.policy'],
    ['sor', 'sor.policy-admin@1.0.0', 'suspend sor takes one name, such as sor.policy-admin'],
    ['agent', '', 'suspend agent takes one name, such as claims-agent'],
    ['all', 'claims-agent', 'suspend all takes no name. Remove claims-agent'],
  ] as const)('`suspend %s %s` is refused and changes nothing', async (what, name, message) => {
    const before = await world.headWriter.read();
    await expect(run('suspend', what, { operands: name === '' ? [] : [name] })).rejects.toThrow(message);
    expect(await world.headWriter.read()).toEqual(before);
  });

  it.each([
    [{}, 'suspend agent needs --reason TEXT'],
    [{ reason: ' ' }, 'suspend agent needs --reason TEXT'],
    [{ reason: 'x'.repeat(501) }, 'at most 500 characters'],
    [{ reason: 'a\u202Eb' }, '--reason must not contain control characters'],
    [{ reason: 'a test', hold: 'P8D' }, '--hold must be an ISO 8601 duration from PT1S to P7D'],
    [{ reason: 'a test', hold: '4 hours' }, '--hold must be an ISO 8601 duration'],
  ])('`suspend` with the options %j is refused', async (options, message) => {
    await expect(run('suspend', 'agent', { options })).rejects.toThrow(message);
    expect(await state()).toMatchObject({ suspended: [] });
  });

  it('If nothing of this name is suspended, `resume` is refused and names what is suspended', async () => {
    await expect(run('resume', 'all')).rejects.toThrow('all work is not suspended. Nothing is suspended');
    await run('suspend', 'agent');
    await expect(run('resume', 'agent', { operands: ['claims-agen'] })).rejects.toThrow(
      'claims-agen is not suspended. Did you mean agent/claims-agent?',
    );
  });

  it('If the release in force is not on this machine, only `suspend all` and `resume` work, because they need no name to check', async () => {
    await expect(run('suspend', 'sor', { places: [] })).rejects.toThrow('Name its folder with --release DIR');
    await run('suspend', 'all', { places: [] });
    expect(await state()).toMatchObject({ suspended: ['all'] });
  });

  it('If AWS does not say whose credentials are used, nothing is suspended', async () => {
    const operator = async () => Promise.reject(new Failure('dependency.unavailable', 'AWS does not answer'));
    await expect(run('suspend', 'all', { operator })).rejects.toThrow('AWS does not answer');
    expect(await state()).toMatchObject({ suspended: [] });
  });
});

describe('The numbers that `suspend` prints', () => {
  const actions = {
    approved: { state: 'approved', attempts: 0 },
    committing: { state: 'committing', attempts: 1, lease: { fencingToken: 1, untilMillis: at } },
    unknown: { state: 'outcome_unknown', attempts: 1 },
    pending: { state: 'pending' },
    committed: { state: 'committed', attempts: 1 },
  } as const satisfies Record<string, Partial<Action>>;
  const another: Partial<Action> = {
    requester: { kind: 'agent', id: 'intern-agent', name: 'intern-agent' },
    tool: 'tool.letter.stage',
    kind: 'action.letter.send',
    target: { ...stagedAction().target, sor: 'sor.letters' },
  };

  beforeEach(async () => {
    const own = {
      requester: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
      tool: 'tool.claim.lookup',
    } as const;
    for (const [name, more] of Object.entries(actions)) {
      for (const [index, of] of [own, another].entries()) {
        const action = stagedAction({
          ...more,
          ...of,
          ...(index === 0 ? { kind: names.kind } : {}),
          id: actionId(sha256(`${name} ${index}`)),
        });
        const task = requestedTask(action, { queue: index === 0 ? names.queue : 'queue.letters' });
        await world.stored.write([putAction(action), putTask(task)]);
      }
    }
  });

  it.each(suspendables)('`suspend %s` counts the approved and the sent Actions that it concerns', async (what) => {
    const counts = JSON.parse(await run('suspend', what, { json: true })) as object;
    expect(counts).toMatchObject(what === 'all' ? { held: 2, sent: 4 } : { held: 1, sent: 2 });
  });

  it('`suspend` counts only after every function has seen the suspension, and says that sent requests are not stopped', async () => {
    const out = await run('suspend', 'agent');
    expect(slept).toEqual([6000]);
    expect(out).toContain('1 approved Action held. What is not resumed by 2026-12-01T09:00:00.000Z is voided\n');
    expect(out).toContain('2 requests already sent and not stopped.');
  });

  it('If the index shows an Action that has ended meanwhile, it is not counted', async () => {
    world.stored.weather = { indexLagMillis: () => 3600_000, now: () => at };
    const id = actionId(sha256('approved 0'));
    const from = await world.actionPlane.action(id);
    if (!from) throw new Error('no Action');
    const { moveActionRow } = await import('../../adapters/tables/rows.ts');
    await world.stored.write([moveActionRow(from, { ...from, state: 'cancelled', version: from.version + 1 })]);
    expect(JSON.parse(await run('suspend', 'agent', { json: true }))).toMatchObject({ held: 0, sent: 2 });
  });
});
