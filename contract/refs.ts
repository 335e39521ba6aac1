import type { ArtefactKind, Descriptor } from './artefacts.ts';
import type { Typed } from './call.ts';
import { Failure, type FailureCode } from './failures.ts';
import { top, type Marking } from './markings.ts';
import type { RefKind, RefSlots, RefTargets } from './pattern.ts';
import { valuesAt } from './pointers.ts';
import type { DispatchRecord, Ports, Release } from './ports.ts';

/** A ref as far as it is known before the PDP: an artefact by its descriptor, a dispatch or an Action as read. */
export type Resolved = Descriptor | DispatchRecord | RefTargets['Action'];

export interface ResolvedRefs {
  readonly slots: Readonly<Record<string, readonly Resolved[]>>;
  readonly markings: readonly Marking[];
  readonly pins: Readonly<Record<string, string>>;
  readonly missing: readonly { readonly pointer: string; readonly code: FailureCode }[];
}

/** A batch read takes 100 keys; nobody reads a case that cites more. */
const maxRefs = 64;

/** Reads every dispatch in one batch, every Action in one read; artefacts are described from the release, unread. */
export async function resolveRefs(refs: RefSlots, call: Typed<unknown>, ports: Partial<Ports>): Promise<ResolvedRefs> {
  const named = Object.entries(refs).flatMap(([slot, { kind, at }]) =>
    at
      .flatMap((pattern) => valuesAt(call.arguments, pattern))
      .map(({ pointer, value }) => ({ slot, kind, pointer, value })),
  );
  if (named.length > maxRefs) throw new Failure('arguments.invalid', `the arguments refer to over ${maxRefs} things`);
  const values = await readAll(named, call, ports);
  const slots: Record<string, Resolved[]> = Object.fromEntries(Object.keys(refs).map((slot) => [slot, []]));
  const missing: { pointer: string; code: FailureCode }[] = [];
  for (const [i, { slot, kind, pointer }] of named.entries()) {
    const value = values[i];
    if (value === undefined) missing.push({ pointer, code: unknownCodes[kind] ?? 'ref.unknown' });
    else slots[slot]?.push(value);
  }
  const resolved = values.filter((value) => value !== undefined);
  return {
    slots,
    missing,
    markings: missing.length > 0 ? top(call.inForce.markings) : resolved.flatMap(markingsOf),
    pins: Object.fromEntries(resolved.filter(isDescriptor).map((d) => [`${d.name}@${d.version}`, d.digest])),
  };
}

const unknownCodes: Partial<Record<RefKind, FailureCode>> = { Dispatch: 'event.unknown', Action: 'action.unknown' };

interface Named {
  readonly kind: RefKind;
  readonly value: unknown;
}

async function readAll(
  named: readonly Named[],
  call: Typed<unknown>,
  ports: Partial<Ports>,
): Promise<readonly (Resolved | undefined)[]> {
  const events = named.filter(({ kind }) => kind === 'Dispatch').map(({ value }) => String(value));
  const records = events.length === 0 ? [] : ((await ports.dispatches?.read(events)) ?? []);
  const byEvent = new Map(events.map((event, i) => [event, records[i]]));
  return Promise.all(
    named.map(async ({ kind, value }) => {
      if (typeof value !== 'string') return undefined;
      if (kind === 'Dispatch') return ownDispatch(byEvent.get(value), call);
      if (kind === 'Action') return ownAction(await ports.actions?.subject(value), call);
      return listed(call.release, kind, value, call.record.uses);
    }),
  );
}

/** A dispatch may be cited by its own caller, in its own run. */
const ownDispatch = (record: DispatchRecord | undefined, call: Typed<unknown>): DispatchRecord | undefined =>
  record &&
  record.event.actor.kind === call.caller.kind &&
  record.event.actor.id === call.caller.id &&
  record.event.runId === call.runId
    ? record
    : undefined;

const ownAction = (subject: RefTargets['Action'] | undefined, call: Typed<unknown>): RefTargets['Action'] | undefined =>
  subject && subject.action.requester.kind === call.caller.kind && subject.action.requester.id === call.caller.id
    ? subject
    : undefined;

/** A name without a version is the version that the tool uses, whatever else stands in the release. */
function listed(release: Release, kind: ArtefactKind, name: string, uses: readonly string[]): Descriptor | undefined {
  const [used, second] = name.includes('@') ? [name] : uses.filter((use) => use.startsWith(`${name}@`));
  if (used === undefined || second !== undefined || !uses.includes(used)) return undefined;
  return release.describe(kind, used);
}

const isDescriptor = (value: Resolved): value is Descriptor => 'digest' in value;

const markingsOf = (value: Resolved): readonly Marking[] => {
  if (isDescriptor(value)) return value.markings;
  return 'receipt' in value ? value.receipt.markings : value.action.markings;
};

/** Loads what was described, after the PDP has allowed the call; `one` and `optional` slots become a single value. */
export async function loadRefs(
  refs: RefSlots,
  slots: Readonly<Record<string, readonly Resolved[]>>,
  release: Release,
): Promise<Record<string, unknown>> {
  const entries = Object.entries(refs).map(async ([slot, { count }]) => {
    const values = await Promise.all(
      (slots[slot] ?? []).map((value) => (isDescriptor(value) ? release.load(value) : Promise.resolve(value))),
    );
    return [slot, count === 'many' ? values : values[0]] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
