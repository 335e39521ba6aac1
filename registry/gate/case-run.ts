import type { Outcome } from '../../contract/call.ts';
import { sha256 } from '../../contract/canonical.ts';
import { timeLimits } from '../../contract/functions.ts';
import type { Caller } from '../../contract/identity.ts';
import { newUuid } from '../../contract/keys.ts';
import { valueAt } from '../../contract/pointers.ts';
import type { SorAnswer } from '../../contract/ports.ts';
import type { Run } from '../../contract/run.ts';
import type { EarlierCall, GoldenCase, RecordedAnswer } from '../schemas/pack-file.ts';
import { toolFunctions } from './tools.ts';
import type { Counts, GateWorld } from './world.ts';

/** The tool version that a case calls. */
export interface Target {
  readonly id: string;
  readonly version: string;
  readonly function: string;
}

type Answers = Readonly<Record<string, unknown>>;

/** One golden case in a world of its own: its earlier calls have been made, its own call may be made again and again. */
export interface CaseRun {
  readonly key: string;
  call(args: unknown, key: string | undefined): Promise<Outcome>;
  /** `{ $from: '<name>#<pointer>' }` becomes what that call answered there. */
  fill(value: unknown): unknown;
  counts(): Counts;
}

/** @throws Error where an earlier call of the case is refused */
export async function startCase(
  world: GateWorld,
  golden: GoldenCase,
  target: Target,
  functionOf: (tool: string, version: string) => string,
): Promise<CaseRun> {
  const run = await openRun(world, golden);
  const tools = toolFunctions(world.system, world.ports);
  const dispatch = async (
    step: GoldenCase | EarlierCall,
    at: Target,
    args: unknown,
    key?: string,
  ): Promise<Outcome> => {
    const now = world.system.now();
    const tool = tools[at.function];
    if (!tool) throw new Error(`there is no function ${at.function}`);
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
  for (const step of golden.before) {
    setAnswers(world, step.connectors);
    const at = { id: step.tool, version: step.version, function: functionOf(step.tool, step.version) };
    const key = `gate-before-${sha256(step.name)}`;
    const outcome = await dispatch(step, at, filled(step.arguments, answers), keyNeeded(at.function) ? key : undefined);
    if ('refused' in outcome)
      throw new Error(`the earlier call ${step.name} is refused: ${outcome.refused}: ${outcome.detail}`);
    answers[step.name] = JSON.parse(outcome.body);
  }
  setAnswers(world, golden.connectors);
  return {
    key: `gate-${sha256(golden.name)}`,
    call: (args, key) => dispatch(golden, target, args, key),
    fill: (value) => filled(value, answers),
    counts: () => world.counts(),
  };
}

/** Staging has a key from its caller always; for the rest a key is the case's choice. */
export const keyNeeded = (functionName: string): boolean => functionName === 'action-staging';

async function openRun(world: GateWorld, golden: GoldenCase): Promise<Run> {
  const { kind, id, name } = callerOf(golden.caller);
  const now = world.system.now();
  const run: Run = {
    runId: `gate-${newUuid()}`,
    owner: { kind, id, name },
    replayable: false,
    release: world.system.library.bundled,
    pins: { ...(await world.system.head.current()).corpora },
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

function setAnswers(world: GateWorld, recorded: readonly RecordedAnswer[]): void {
  for (const one of recorded) world.answer(one.sor, one.path, sorAnswer(one));
}

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

function filled(value: unknown, answers: Answers): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  if ('$from' in value) return taken(String(value.$from), answers);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, answers)]));
}

function taken(from: string, answers: Answers): unknown {
  const [name = '', pointer = ''] = from.split('#');
  if (!Object.hasOwn(answers, name)) throw new Error(`$from names ${name}, and no earlier call is called so`);
  const value = valueAt(answers[name], pointer);
  if (value === undefined) throw new Error(`$from finds nothing at ${from}`);
  return value;
}
