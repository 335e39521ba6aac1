import { expect, it } from 'vitest';
import type { Call } from '../../../../contract/call.ts';
import type { FailureCode } from '../../../../contract/failures.ts';
import { refusedWith } from '../../../support/calls.ts';
import { policiesOf } from '../../../support/policies.ts';
import { benchOf, type Bench, type Setting } from '../bench.ts';
import { callers } from '../fixed.ts';
import { argumentSecrets, toldTexts } from '../secrets.ts';
import type { Sample } from '../sample.ts';

const permit = '@id("permit.testing") permit (principal, action, resource) when { context.purpose == "testing" };';
const failing = 'when { 1000000000 * 1000000000 * 1000000000 == 0 }';

interface Denial {
  readonly code: FailureCode;
  readonly setting?: Setting;
  readonly call?: (bench: Bench) => Partial<Call>;
  /** Changes the bench after the run was opened and before the call is made. */
  readonly meanwhile?: (bench: Bench) => void;
  readonly verdict?: 'deny' | 'failed';
  /** The id of the policy that the event must name. */
  readonly policy?: string;
}
const denied = (policy: string | undefined, more: Partial<Denial>): Denial => ({
  code: 'permission.denied',
  verdict: 'deny',
  ...(policy === undefined ? {} : { policy }),
  ...more,
});

const denials: Readonly<Record<string, Denial>> = {
  'no policy permits the call': denied(undefined, {
    setting: { policies: policiesOf('permit (principal, action, resource) when { context.purpose == "other" };') },
  }),
  'a policy of the tenant forbids the call': denied('tenant.test.no.agents', {
    setting: { policies: policiesOf(`${permit} @id("no.agents") forbid (principal is Agent, action, resource);`) },
  }),
  'the caller lacks the scope': denied('floor.scope', { setting: { definition: { scopes: ['another.scope'] } } }),
  'the caller does not have the purpose of the call': denied('floor.purpose', {
    setting: { definition: { purposes: ['billing'] } },
  }),
  'the tool does not allow the purpose of the call': denied('floor.purpose', {
    setting: { record: { purposes: ['billing'] } },
  }),
  'the caller lacks the clearance': denied('floor.clearance', { setting: { definition: { clearances: [] } } }),
  'the tool does not allow the marking': denied('floor.tool-markings', { setting: { record: { markings: [] } } }),
  'the scopes of the caller were revoked after the run was opened': denied('floor.scope', {
    meanwhile: ({ agents }) => {
      for (const [name, agent] of Object.entries(agents)) agents[name] = { ...agent, scopes: [] };
    },
  }),
  'a policy fails while it is evaluated (C13)': {
    code: 'permission.failed',
    verdict: 'failed',
    setting: { policies: policiesOf(`${permit} forbid (principal, action, resource) ${failing};`) },
  },
  'the policy engine throws': {
    code: 'permission.failed',
    verdict: 'failed',
    setting: { system: (system) => ({ ...system, pdp: { decide: () => Promise.reject(new Error('no engine')) } }) },
  },
  'the caller belongs to another tenant': {
    code: 'caller.unknown',
    call: () => ({ caller: { kind: 'agent', id: 'their-agent', name: 'their-agent', groups: [] } }),
  },
  'the caller is a human without a group': {
    code: 'caller.unknown',
    call: () => ({ caller: { kind: 'human', id: 'sub', name: 'test-agent', groups: [] } }),
  },
  'the run belongs to another caller': { code: 'run.unknown', call: () => ({ caller: callers.another, runId: 'one' }) },
  'the run has expired': {
    code: 'run.expired',
    meanwhile: ({ clock }) => {
      clock.at += 3_600_000;
    },
  },
};

/** Ports that read references before the PDP decides, because it needs their owners and markings. */
const beforeThePdp: ReadonlySet<string> = new Set(['dispatches.read', 'actions.subject']);

/** Checks the clause permissioned of docs/spec.md, 9.1. An error in a policy denies the call. */
export function permitted(sample: Sample): void {
  it.each(Object.entries(denials))(
    'Permitted: If %s, the call is refused before it reads more than the records that its arguments refer to, and its event has the code and no value',
    async (_, { code, setting, call, meanwhile, verdict, policy }) => {
      const bench = await benchOf(sample, setting);
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
      for (const secret of argumentSecrets(sample, bench)) {
        expect(toldTexts(bench) + JSON.stringify(outcome)).not.toContain(secret);
      }
    },
  );

  it('Permitted: If a reference does not exist, a cleared and an uncleared caller get the same refusal with the pointer of the reference', async () => {
    const refs = Object.values(sample.declaration.refs).flatMap(({ at, from, kind }) =>
      from === 'uses' || !['Dispatch', 'Action', 'Source'].includes(kind) ? [] : at.slice(0, 1),
    );
    const cleared = await benchOf(sample);
    const uncleared = await benchOf(sample, { definition: { clearances: ['pii.low', 'regulated.kvkk'] } });
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

/** Replaces the id at the pointer by a well-formed id that does not exist. */
function renamed(args: object, pointer: string): object {
  const [, first = '', ...rest] = pointer.split('/');
  const member: unknown = Reflect.get(args, first);
  const below =
    rest.length === 0
      ? String(member).replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64))
      : renamed(Object(member), `/${rest.join('/')}`);
  return { ...args, [first]: below };
}
