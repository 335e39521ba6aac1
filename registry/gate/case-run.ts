import type { Outcome } from '../../contract/call.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { timeLimits } from '../../contract/platform/limits.ts';
import type { Caller } from '../../contract/authority/identity.ts';
import { newUuid } from '../../contract/dispatch/keys.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import type { ModelAnswer, SorAnswer } from '../../contract/ports.ts';
import type { Run } from '../../contract/rows/run.ts';
import type {
  EarlierCall,
  GoldenCase,
  RecordedAnswer,
  RecordedModelAnswer,
  RecordedSource,
} from '../tenant/schemas/pack-file.ts';
import { gatedTools } from './tools.ts';
import type { Counts, GateSource, GateWorld } from './world.ts';

/** The tool version that a golden case calls, with its function. */
export interface Target {
  readonly id: string;
  readonly version: string;
  readonly function: string;
}

type Answers = Readonly<Record<string, unknown>>;
/** Answers and sources of a case that later arguments may name. */
interface Known {
  readonly answers: Answers;
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * One golden case with stores of its own. The earlier calls of the case are already made. The call under test can be
 * made several times.
 */
export interface CaseRun {
  readonly key: string;
  call(args: unknown, key: string | undefined): Promise<Outcome>;
  /**
   * Replaces `{ $from: '<name>#<pointer>' }` by the value at this pointer in the answer of the call with this name.
   * Replaces `{ $source: '<name>' }` by the id of the source with this name.
   */
  fill(value: unknown): unknown;
  counts(): Counts;
}

/** Opens the run of a case and makes its earlier calls. @throws Error if an earlier call is refused */
export async function startCase(
  world: GateWorld,
  { golden, target }: { readonly golden: GoldenCase; readonly target: Target },
  functionOf: (tool: string, version: string) => string,
): Promise<CaseRun> {
  const run = await openRun(world, golden);
  const tools = gatedTools(world.system, world.ports);
  const dispatch = async (
    step: GoldenCase | EarlierCall,
    at: Target,
    { args, key }: { readonly args: unknown; readonly key: string | undefined },
  ): Promise<Outcome> => {
    const now = world.system.now();
    const tool = tools[at.function];
    if (!tool) throw new Error(`there is no tool version ${at.id}@${at.version}`);
    return tool({
      id: newUuid(),
      at: now,
      deadlineAt: now + timeLimits.callMillis,
      caller: callerOf(step.caller),
      function: at.function,
      tool: at.id,
      version: at.version,
      purpose: step.purpose,
      runId: run.runId,
      body: JSON.stringify(args),
      ...(key === undefined ? {} : { key }),
    });
  };
  const answers: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const one of [...golden.before, golden].flatMap((step) => step.sources)) {
    sources[one.name] = await world.stand(sourceOf(one));
  }
  const openedAt = new Date(world.system.now()).toISOString();
  for (const one of [...golden.before, golden].flatMap((step) => step.objects)) {
    await world.standObject({ ...one, at: one.at ?? openedAt, value: one.value });
  }
  const known: Known = { answers, sources };
  for (const step of golden.before) {
    setAnswers(world, step);
    const at = { id: step.tool, version: step.version, function: functionOf(step.tool, step.version) };
    const key = `gate-before-${sha256(step.name)}`;
    const outcome = await dispatch(step, at, {
      args: filled(step.arguments, known),
      key: keyNeeded(at.function) ? key : undefined,
    });
    if ('refused' in outcome)
      throw new Error(`the earlier call ${step.name} was refused with ${outcome.refused}: ${outcome.detail}`);
    answers[step.name] = JSON.parse(outcome.body);
  }
  setAnswers(world, golden);
  return {
    key: `gate-${sha256(golden.name)}`,
    call: (args, key) => dispatch(golden, target, { args, key }),
    fill: (value) => filled(value, known),
    counts: () => world.counts(),
  };
}

/**
 * Checks whether a function always needs an idempotency key from its caller. For any other function, the golden case
 * decides whether its call has a key.
 */
export const keyNeeded = (functionName: string): boolean => functionName === 'action-staging';

async function openRun(world: GateWorld, golden: GoldenCase): Promise<Run> {
  const { kind, id, name } = callerOf(golden.caller);
  const now = world.system.now();
  const { release, corpora } = await world.system.head.current();
  const run: Run = {
    runId: `gate-${newUuid()}`,
    owner: { kind, id, name },
    replayable: false,
    release,
    pins: { ...corpora },
    engine: world.system.engine,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 3_600_000).toISOString(),
  };
  await world.openRun(run);
  return run;
}

const callerOf = (caller: GoldenCase['caller']): Caller =>
  'agent' in caller
    ? { kind: 'agent', id: caller.agent, name: caller.agent, groups: [] }
    : { kind: 'human', id: `sub-${caller.login}`, name: caller.login, groups: caller.groups };

function setAnswers(world: GateWorld, { connectors, model }: Pick<GoldenCase, 'connectors' | 'model'>): void {
  for (const one of connectors) world.answer(one.sor, one.path, sorAnswer(one));
  world.modelSays(model.map(modelAnswer));
}

const sourceOf = ({ mediaType, markings, text, base64, state }: RecordedSource): GateSource => ({
  mediaType,
  markings,
  bytes: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text),
  ...(state === undefined ? {} : { state }),
});

const modelAnswer = (recorded: RecordedModelAnswer): ModelAnswer =>
  'unavailable' in recorded
    ? { kind: 'unavailable', reason: recorded.unavailable }
    : { kind: 'answer', input: recorded.input, complete: recorded.complete, inputTokens: 0, outputTokens: 0 };

const sorAnswer = (recorded: RecordedAnswer): SorAnswer =>
  'unavailable' in recorded
    ? { kind: 'unavailable', reason: recorded.unavailable }
    : {
        kind: 'answer',
        status: recorded.status,
        ...(recorded.etag === undefined ? {} : { etag: recorded.etag }),
        headers: recorded.headers,
        body: recorded.body === undefined ? '' : JSON.stringify(recorded.body),
      };

function filled(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (typeof value !== 'object' || value === null) return value;
  if ('$from' in value) return taken(String(value.$from), known.answers);
  if ('$source' in value) return sourceNamed(String(value.$source), known.sources);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, known)]));
}

function sourceNamed(name: string, sources: Known['sources']): string {
  const id = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (id === undefined)
    throw new Error(
      `$source names ${name}, but the case has no source with this name. It has: ${Object.keys(sources).join(', ')}`,
    );
  return id;
}

function taken(from: string, answers: Answers): unknown {
  const [name = '', pointer = ''] = from.split('#');
  if (!Object.hasOwn(answers, name))
    throw new Error(
      `$from names ${name}, but no earlier call has this name. Earlier calls: ${Object.keys(answers).join(', ')}`,
    );
  const value = valueAt(answers[name], pointer);
  if (value === undefined)
    throw new Error(`$from is ${from}, but the answer of the earlier call ${name} has no member at "${pointer}"`);
  return value;
}
