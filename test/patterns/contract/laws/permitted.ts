import { expect, it } from 'vitest';
import type { Call } from '../../../../contract/call.ts';
import type { FailureCode } from '../../../../contract/failures.ts';
import { refusedWith } from '../../../support/calls.ts';
import { policiesOf } from '../../../support/policies.ts';
import { benchOf, type Bench, type Setting } from '../bench.ts';
import { callers } from '../fixed.ts';
import { argumentSecrets, toldTexts } from '../secrets.ts';
import type { Specimen } from '../specimen.ts';

const permit = '@id("permit.testing") permit (principal, action, resource) when { context.purpose == "testing" };';
const failing = 'when { 1000000000 * 1000000000 * 1000000000 == 0 }';

interface Denial {
  readonly code: FailureCode;
  readonly setting?: Setting;
  readonly call?: (bench: Bench) => Partial<Call>;
  /** A change between the opening of the run and the call. */
  readonly meanwhile?: (bench: Bench) => void;
  readonly verdict?: 'deny' | 'failed';
  /** The policy that the event names. */
  readonly policy?: string;
}
const denied = (policy: string | undefined, more: Partial<Denial>): Denial => ({
  code: 'permission.denied',
  verdict: 'deny',
  ...(policy === undefined ? {} : { policy }),
  ...more,
});

const denials: Readonly<Record<string, Denial>> = {
  'no policy permits it': denied(undefined, {
    setting: { policies: policiesOf('permit (principal, action, resource) when { context.purpose == "other" };') },
  }),
  'a policy of the tenant forbids it': denied('tenant.test.no.agents', {
    setting: { policies: policiesOf(`${permit} @id("no.agents") forbid (principal is Agent, action, resource);`) },
  }),
  'the caller lacks the scope': denied('floor.scope', { setting: { definition: { scopes: ['another.scope'] } } }),
  'the caller has another purpose': denied('floor.purpose', { setting: { definition: { purposes: ['billing'] } } }),
  'the tool serves another purpose': denied('floor.purpose', { setting: { record: { purposes: ['billing'] } } }),
  'the caller lacks the clearance': denied('floor.clearance', { setting: { definition: { clearances: [] } } }),
  'the tool may not carry the marking': denied('floor.tool-markings', { setting: { record: { markings: [] } } }),
  'the grant was revoked since the run was opened': denied('floor.scope', {
    meanwhile: ({ agents }) => {
      for (const [name, agent] of Object.entries(agents)) agents[name] = { ...agent, scopes: [] };
    },
  }),
  'a policy fails (C13)': {
    code: 'permission.failed',
    verdict: 'failed',
    setting: { policies: policiesOf(`${permit} forbid (principal, action, resource) ${failing};`) },
  },
  'the policy engine throws': {
    code: 'permission.failed',
    verdict: 'failed',
    setting: { system: (system) => ({ ...system, pdp: { decide: () => Promise.reject(new Error('no engine')) } }) },
  },
  'the caller is of another tenant': {
    code: 'caller.unknown',
    call: () => ({ caller: { kind: 'agent', id: 'their-agent', name: 'their-agent', groups: [] } }),
  },
  'the caller is a human of no group': {
    code: 'caller.unknown',
    call: () => ({ caller: { kind: 'human', id: 'sub', name: 'test-agent', groups: [] } }),
  },
  'the run is somebody else’s': { code: 'run.unknown', call: () => ({ caller: callers.another, runId: 'one' }) },
  'the run has ended': {
    code: 'run.expired',
    meanwhile: ({ clock }) => {
      clock.at += 3_600_000;
    },
  },
};

/** Reads of references before the PDP decides: their owner and their markings. */
const beforeThePdp: ReadonlySet<string> = new Set(['dispatches.read', 'actions.subject']);

/** docs/spec.md, 9.1, Permissioned: an error in a policy is a deny. */
export function permitted(specimen: Specimen): void {
  it.each(Object.entries(denials))(
    'permitted: a call is refused if %s; nothing is read, and the event names the reason and no value',
    async (_, { code, setting, call, meanwhile, verdict, policy }) => {
      const bench = await benchOf(specimen, setting);
      meanwhile?.(bench);
      const { runId, ...more } = call?.(bench) ?? {};
      const outcome = await bench.ask(bench.asked.one.first, {
        ...more,
        ...(runId === 'one' ? { runId: bench.call({}).runId ?? '' } : {}),
      });
      expect(refusedWith(outcome)).toBe(code);
      const asked = bench.touched.map(({ port, method }) => `${port}.${method}`);
      expect(asked.filter((what) => !beforeThePdp.has(what))).toEqual([]);
      expect([bench.loaded, bench.world.content.requests, bench.records(), bench.effects()]).toEqual([[], [], [], 0]);
      const [event, second] = bench.events();
      expect(second).toBeUndefined();
      expect(event).toMatchObject({ outcome: 'refused', code, eventId: outcome.eventId });
      expect(event?.verdict).toBe(verdict);
      expect(event?.policies ?? []).toEqual(expect.arrayContaining(policy === undefined ? [] : [policy]));
      for (const secret of argumentSecrets(specimen, bench)) {
        expect(toldTexts(bench) + JSON.stringify(outcome)).not.toContain(secret);
      }
    },
  );

  it('permitted: a reference to something that does not exist is a 404 with its pointer, and an uncleared caller is told the same', async () => {
    const refs = Object.values(specimen.declaration.refs).flatMap(({ at, from, kind }) =>
      from === 'uses' || !['Dispatch', 'Action', 'Source'].includes(kind) ? [] : at.slice(0, 1),
    );
    const cleared = await benchOf(specimen);
    const uncleared = await benchOf(specimen, { definition: { clearances: ['pii.low', 'regulated.kvkk'] } });
    for (const pointer of refs) {
      const [outcome, same] = await Promise.all(
        [cleared, uncleared].map((bench) => bench.ask(renamed(bench.asked.one.first, pointer))),
      );
      expect(outcome).toMatchObject({ refused: expect.stringMatching(/^(event|action|source)\.unknown$/), pointer });
      expect({ ...same, eventId: '' }).toEqual({ ...outcome, eventId: '' });
      expect(cleared.events().at(-1)).toMatchObject({ reference: { pointer, why: 'absent' } });
    }
  });
}

/** The arguments with a well-formed id at the pointer that belongs to nobody. */
function renamed(args: object, pointer: string): object {
  const [, first = '', ...rest] = pointer.split('/');
  const member: unknown = Reflect.get(args, first);
  const below =
    rest.length === 0
      ? String(member).replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64))
      : renamed(Object(member), `/${rest.join('/')}`);
  return { ...args, [first]: below };
}
