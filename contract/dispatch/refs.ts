import type { ArtefactKind, Descriptor } from '../artefacts/artefacts.ts';
import type { Typed } from '../call.ts';
import { hashOf } from '../values/canonical.ts';
import { Failure, type FailureCode } from '../failures.ts';
import { isVisibleTo, type Source, type SourceArtefact } from '../rows/located-text.ts';
import { covers, type Marking } from '../authority/markings.ts';
import type { RefKind, RefSlot, RefSlots, RefTargets } from '../pattern.ts';
import { valuesAt } from '../values/pointers.ts';
import type { DispatchRecord, Release, Sources } from '../system.ts';
import type { Ports } from '../ports.ts';

/**
 * A reference as it is known before the PDP decides: the descriptor of an artefact, the row of a source, or the record
 * of a dispatch or an Action.
 */
export type ResolvedRef = Descriptor | Source | DispatchRecord | RefTargets['Action'];

/** Reads the targets of references: through the ports that the pattern declares, and through the system's sources. */
export type RefReaders = Partial<Pick<Ports, 'dispatches' | 'actions'>> & { readonly sources: Sources };

export interface ResolvedRefs {
  readonly slots: Readonly<Record<string, readonly ResolvedRef[]>>;
  readonly markings: readonly Marking[];
  readonly pins: Readonly<Record<string, string>>;
  readonly missing: readonly Missing[];
}

/**
 * A reference that the caller cannot use. The caller learns the pointer and the code; only the audit event gets the
 * reason.
 */
export interface Missing {
  readonly pointer: string;
  readonly code: FailureCode;
  readonly why: 'absent' | 'foreign' | 'uncleared';
}

/**
 * The largest number of references. A batch read takes at most 100 keys, and no approver reads more citations than
 * this.
 */
const maxRefs = 64;

/**
 * Resolves all references of a call. Dispatches are read in one batch, sources in another, and Actions one by one.
 * Artefacts are only described by the release; their content is not read.
 */
export async function resolveRefs(refs: RefSlots, call: Typed<unknown>, readers: RefReaders): Promise<ResolvedRefs> {
  const asked = Object.entries(refs).filter(([, { when }]) => when === undefined || hasConstant(call.arguments, when));
  const named = asked.flatMap(([slot, { kind, at, from, except }]) =>
    (from === 'uses' ? usedOf(kind, call) : at.flatMap((pattern) => valuesAt(call.arguments, pattern)))
      .filter(({ value }) => except === undefined || value !== except)
      .map(({ pointer, value }) => ({ slot, kind, pointer, value })),
  );
  if (named.length > maxRefs)
    throw new Failure(
      'arguments.invalid',
      `the arguments have more than ${maxRefs} references to events, Actions, sources and artefacts`,
    );
  const values = await readAll(named, call, readers);
  const slots: Record<string, ResolvedRef[]> = Object.fromEntries(Object.keys(refs).map((slot) => [slot, []]));
  const missing: Missing[] = [];
  for (const [i, { slot, kind, pointer }] of named.entries()) {
    const value = values[i] ?? 'absent';
    if (typeof value === 'string') missing.push({ pointer, code: unknownCodes[kind] ?? 'ref.unknown', why: value });
    else slots[slot]?.push(value);
  }
  const resolved = Object.values(slots).flat();
  return {
    slots,
    missing,
    markings: resolved.flatMap(markingsOf),
    pins: Object.fromEntries(resolved.flatMap(pinOf)),
  };
}

const hasConstant = (args: unknown, { at, is }: NonNullable<RefSlot['when']>): boolean =>
  valuesAt(args, at).some(({ value }) => value === is);

/** Returns the references in the registry record. No argument names them, so their pointer is empty. */
function usedOf(kind: RefKind, { record, release }: Typed<unknown>): readonly { pointer: string; value: unknown }[] {
  if (kind === 'Dispatch' || kind === 'Action' || kind === 'Source') return [];
  return record.uses.filter((use) => release.describe(kind, use)).map((value) => ({ pointer: '', value }));
}

const unknownCodes: Partial<Record<RefKind, FailureCode>> = {
  Dispatch: 'event.unknown',
  Action: 'action.unknown',
  Source: 'source.unknown',
};

interface Named {
  readonly kind: RefKind;
  readonly value: unknown;
}

async function readAll(
  named: readonly Named[],
  call: Typed<unknown>,
  { dispatches, actions, sources }: RefReaders,
): Promise<readonly (ResolvedRef | Missing['why'])[]> {
  const idsOf = (kind: RefKind): string[] => [
    ...new Set(named.filter((ref) => ref.kind === kind).map(({ value }) => String(value))),
  ];
  const byId = async <T>(ids: readonly string[], read: (ids: readonly string[]) => Promise<readonly T[]>) => {
    const found = ids.length === 0 ? [] : await read(ids);
    return new Map(ids.map((id, i) => [id, found[i]]));
  };
  const [byEvent, bySource] = await Promise.all([
    byId(idsOf('Dispatch'), async (events) => (await dispatches?.read(events)) ?? []),
    byId(idsOf('Source'), (ids) => sources.find(ids)),
  ]);
  return Promise.all(
    named.map(async ({ kind, value }) => {
      if (typeof value !== 'string') return 'absent';
      if (kind === 'Dispatch') return usable(byEvent.get(value), call, isOwnDispatch);
      if (kind === 'Action') return usable(await actions?.subject(value), call, isOwnAction);
      if (kind === 'Source') return usable(bySource.get(value), call, isSeenSource);
      return listed(call.release, { kind, name: value }, call.record.uses) ?? 'absent';
    }),
  );
}

/**
 * Returns the value, or the reason why the caller cannot use it. A value above the caller's clearance counts as
 * missing, so the caller cannot learn that it exists. Artefacts do not need this check: the registry record lists them
 * by name, and the PDP checks their markings.
 */
function usable<T extends ResolvedRef>(
  value: T | undefined,
  call: Typed<unknown>,
  isOwn: (value: T, call: Typed<unknown>) => boolean,
): T | Missing['why'] {
  if (value === undefined) return 'absent';
  if (!isOwn(value, call)) return 'foreign';
  return covers(call.principal.clearances, markingsOf(value)) ? value : 'uncleared';
}

/** Returns true for a dispatch of the same caller in the same run. A caller may cite no other dispatch. */
const isOwnDispatch = ({ event }: DispatchRecord, { caller, runId }: Typed<unknown>): boolean =>
  event.actor.kind === caller.kind && event.actor.id === caller.id && event.runId === runId;

/** Returns false for a source that somebody else has announced and whose bytes have not arrived. */
const isSeenSource = (source: Source, { caller }: Typed<unknown>): boolean => isVisibleTo(source, caller);

const isOwnAction = ({ action }: RefTargets['Action'], { caller }: Typed<unknown>): boolean =>
  action.requester.kind === caller.kind && action.requester.id === caller.id;

/**
 * Finds an artefact in the tool's `uses`. A name without a version means the version in `uses`, even if the release has
 * others.
 */
function listed(
  release: Release,
  { kind, name }: { readonly kind: ArtefactKind; readonly name: string },
  uses: readonly string[],
): Descriptor | undefined {
  const [used, second] = name.includes('@') ? [name] : uses.filter((use) => use.startsWith(`${name}@`));
  if (used === undefined || second !== undefined || !uses.includes(used)) return undefined;
  return release.describe(kind, used);
}

const isDescriptor = (value: ResolvedRef): value is Descriptor => 'digest' in value;
const isSource = (value: ResolvedRef): value is Source => 'sourceHash' in value;

/**
 * Returns the pin of a reference. If the content of a reference has changed, an otherwise equal call counts as a different call. A source
 * without a text is pinned by its state.
 */
function pinOf(value: ResolvedRef): readonly (readonly [string, string])[] {
  if (isDescriptor(value)) return [[`${value.name}@${value.version}`, value.digest]];
  if (!isSource(value)) return [];
  const { id, state, text, exception } = value;
  const located = state === 'located' ? text?.textHash : undefined;
  return [[id, located ?? hashOf({ state, exception: exception ?? null })]];
}

const markingsOf = (value: ResolvedRef): readonly Marking[] => {
  if (isDescriptor(value) || isSource(value)) return value.markings;
  return 'receipt' in value ? value.receipt.markings : value.action.markings;
};

/**
 * Loads the content of the references, after the PDP has allowed the call. For a slot with the count `one` or
 * `optional`, the loaded value is not a list.
 */
export async function loadRefs(
  refs: RefSlots,
  slots: Readonly<Record<string, readonly ResolvedRef[]>>,
  { release, readers }: { readonly release: Release; readonly readers: RefReaders },
): Promise<Record<string, unknown>> {
  const load = async (value: ResolvedRef): Promise<unknown> => {
    if (isDescriptor(value)) return release.load(value);
    if (isSource(value)) return artefactOf(value, readers.sources);
    return 'receipt' in value && value.resultAside === true ? readers.dispatches?.whole(value) : value;
  };
  const loaded: Record<string, unknown> = {};
  for (const [slot, { count }] of Object.entries(refs)) {
    const values: unknown[] = [];
    // The values are loaded one after the other, because some of them are large. The call's deadline limits the time.
    for (const value of slots[slot] ?? []) values.push(await load(value));
    loaded[slot] = count === 'many' ? values : values[0];
  }
  return loaded;
}

async function artefactOf(source: Source, sources: Sources): Promise<SourceArtefact> {
  const { id, state, exception } = source;
  if (state === 'located') return { id, state, text: await sources.text(source) };
  if (state !== 'refused') return { id, state };
  if (exception === undefined) throw new Failure('internal', 'the row of the refused source has no exception');
  return { id, state, exception };
}
