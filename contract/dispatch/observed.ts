import type { DispatchEvent } from '../audit.ts';
import { hmac } from '../values/canonical.ts';
import type { Call, Concluded, Tool } from '../call.ts';
import { inTime } from './in-time.ts';
import type { Facts, System } from '../system.ts';

/** The spans and metrics of the spec, 9.6, around a call. Hashes stand in them under the tenant's telemetry key, or not at all. */
export const observed =
  ({ observer, head, now }: Pick<System, 'observer' | 'head' | 'now'>, run: (call: Call) => Promise<Concluded>): Tool =>
  (call) =>
    observer.span(`${call.tool}.dispatch`, async (add) => {
      const { outcome, event, scopes, tool, facts } = await run(call);
      const blind = blindWith(await telemetryKey(head, now));
      const own = blinded(facts ?? {}, blind);
      add({ ...own, ...dispatchFacts(event, scopes, call.key, blind) });
      await observer.span(`${call.tool}.result`, async (addToResult) =>
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

/** The caller has an answer by now: what it is told waits for no head that says nothing. */
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

/** A hash that a pattern tells is one of data too. */
const blinded = (facts: Facts, blind: Blind): Facts =>
  Object.assign(
    {},
    ...Object.entries(facts).map(([name, value]) =>
      /hash$/i.test(name) ? blind(name, String(value)) : { [name]: value },
    ),
  );

const dispatchFacts = (
  event: DispatchEvent,
  scopes: readonly string[],
  key: string | undefined,
  blind: Blind,
): Facts => ({
  caller: `${event.actor.kind}:${event.actor.id}`,
  scopes,
  function: event.function,
  eventId: event.eventId,
  ...(event.version === undefined ? {} : { version: event.version }),
  ...(event.verdict === undefined ? {} : { verdict: event.verdict }),
  ...(event.policies === undefined ? {} : { policies: event.policies }),
  ...blind('argsHash', event.argsHash),
  ...blind('idempotencyKey', key),
});

const resultFacts = (event: DispatchEvent, blind: Blind): Facts => ({
  outcome: event.outcome,
  durationMillis: event.durationMillis,
  ...('code' in event ? { code: event.code } : {}),
  ...(event.exceptions === undefined ? {} : { exceptions: event.exceptions }),
  ...blind('resultHash', event.resultHash),
});
