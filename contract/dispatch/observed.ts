import type { DispatchEvent } from '../audit.ts';
import { memberClass } from '../audit-members.ts';
import { hmac } from '../values/canonical.ts';
import type { Call, Concluded, Tool } from '../call.ts';
import { eventName } from '../values/event-name.ts';
import { inTime } from './in-time.ts';
import { patternFacts, type Facts, type PatternFacts, type System } from '../system.ts';

/**
 * Writes the spans and metrics of a call (docs/spec.md, 9.6). Hashes in them are replaced by HMACs with the tenant's
 * telemetry key. If that key is missing, the hashes are left out.
 */
export const observed =
  ({ observer, head, now }: Pick<System, 'observer' | 'head' | 'now'>, run: (call: Call) => Promise<Concluded>): Tool =>
  (call) =>
    observer.span(`${eventName(call.tool)}.dispatch`, async (add) => {
      const { outcome, event, scopes, tool, facts } = await run(call);
      const blind = blindWith(await telemetryKey(head, now));
      const own = blinded(facts ?? {}, blind);
      add({ ...own, ...dispatchFacts(event, { scopes, key: call.key }, blind) });
      await observer.span(`${eventName(call.tool)}.result`, async (addToResult) =>
        addToResult({ ...own, ...resultFacts(event, blind) }),
      );
      observer.dispatched({
        tool: tool ?? 'unknown',
        function: event.function,
        outcome: event.outcome,
        ...('code' in event ? { code: event.code } : {}),
        durationMillis: event.durationMillis,
      });
      return outcome;
    });

/**
 * The longest wait for the telemetry key. The answer to the caller is ready before the key is read, and must not be
 * delayed by a store that does not respond.
 */
const headMillis = 500;

async function telemetryKey(head: System['head'], now: () => number): Promise<string | undefined> {
  try {
    const limit = { at: now() + headMillis, now, code: 'dependency.unavailable', detail: 'no head' } as const;
    return (await inTime(head.current(), limit)).telemetryKey;
  } catch {
    return undefined;
  }
}

type Blind = (name: string, value: string | undefined) => Facts;
const blindWith =
  (key: string | undefined): Blind =>
  (name, value) =>
    key === undefined || value === undefined ? {} : { [name]: hmac(key, value) };

/**
 * Prepares the pattern's facts for a span, as the table `patternFacts` classifies them. A fact that is not in the table
 * is hashed, because it may contain anything.
 */
const blinded = (facts: PatternFacts, blind: Blind): Facts =>
  Object.assign(
    {},
    ...Object.entries(facts).map(([name, value]) => (isPublic(name) ? { [name]: value } : blind(name, String(value)))),
  );

const isPublic = (name: string): boolean =>
  Object.entries(patternFacts).some(([fact, is]) => fact === name && is === 'public');

type DispatchMember = DispatchEvent extends infer E ? (E extends unknown ? keyof E : never) : never;

/** Prepares the named members of the event for a span, as `memberClass` classifies them. */
const membersOf = (event: DispatchEvent, names: readonly DispatchMember[], blind: Blind): Facts => {
  const members: Readonly<Partial<Record<DispatchMember, unknown>>> = event;
  return Object.assign(
    {},
    ...names.map((name) => {
      const value = members[name];
      if (value === undefined) return {};
      return memberClass('dispatch', name) === 'hash'
        ? blind(name, typeof value === 'string' ? value : JSON.stringify(value))
        : { [name]: value };
    }),
  );
};

const dispatchFacts = (event: DispatchEvent, call: Told, blind: Blind): Facts => ({
  caller: `${event.actor.kind}:${event.actor.id}`,
  scopes: call.scopes,
  ...membersOf(event, ['function', 'eventId', 'version', 'verdict', 'policies', 'argsHash'], blind),
  ...blind('idempotencyKey', call.key),
});

const resultFacts = (event: DispatchEvent, blind: Blind): Facts =>
  membersOf(event, ['outcome', 'durationMillis', 'code', 'exceptions', 'resultHash'], blind);

interface Told {
  readonly scopes: readonly string[];
  readonly key: string | undefined;
}
