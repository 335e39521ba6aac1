import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { putSource } from '../../../adapters/tables/sources.ts';
import type { Call, Outcome } from '../../../contract/call.ts';
import type { Definition } from '../../../contract/authority/identity.ts';
import type { Source } from '../../../contract/rows/located-text.ts';
import { pattern } from '../../../contract/pattern.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { readingTool, recordOf, stagingTool } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const reading = recordOf('tool.test.read', { pattern: 'lookup', effectClass: 'read-external' });
const staging = recordOf('tool.test.stage', { pattern: 'action-staging', effectClass: 'stage' });
const extracting = recordOf('tool.test.extract', { pattern: 'extraction', effectClass: 'pure' });
const asking = recordOf('tool.test.ask', { pattern: 'approval-request', effectClass: 'commit-low' });

const other = { kind: 'agent', id: 'other-agent', name: 'other-agent', groups: [] } as const;

const sourceTool = pattern({
  name: 'extraction',
  effectClass: 'pure',
  function: 'extraction',
  network: 'none',
  request: z.looseObject({}),
  response: z.unknown(),
  settings: z.unknown(),
  refs: { source: { kind: 'Source', at: ['/source'], count: 'one' } },
  ports: [],
  execute: () => ({ result: 'read' }),
});

const approvalTool = pattern({
  name: 'approval-request',
  effectClass: 'commit-low',
  function: 'approval-request',
  network: 'none',
  request: z.looseObject({}),
  response: z.unknown(),
  settings: z.unknown(),
  refs: { subject: { kind: 'Action', at: ['/subject'], count: 'one' } },
  ports: ['actions'],
  execute: () => ({ result: 'asked' }),
});

async function world() {
  const made = testWorld([reading, staging, extracting, asking].map((record) => ({ record })));
  const { system, dispatches, actions, agents } = made;
  agents[other.name] = { ...(agents['test-agent'] as Definition), id: other.id };
  const marked = {
    ...readingTool(() => 'a record'),
    execute: ({ args }: { args: Record<string, unknown> }) => ({
      result: 'a record',
      markings: [String(args['mark'])],
    }),
  };
  const tools = {
    read: tool(marked, system, made),
    stage: tool(stagingTool(), system, { dispatches }),
    extract: tool(sourceTool, system, {}),
    ask: tool(approvalTool, system, { actions }),
  };
  const runId = await made.openRun();
  const stage = (args: object, more: Partial<Call> = {}): Promise<Outcome> =>
    tools.stage(callTo(staging, args, { key: newKey(), runId, ...more }));
  return { ...made, tools, runId, stage };
}
type World = Awaited<ReturnType<typeof world>>;

/** Returns the refusal as the caller gets it, without the id of its own event. */
function refusal(outcome: Outcome): string {
  const { eventId: _, ...rest } = outcome;
  return JSON.stringify(rest);
}
const lastEvent = ({ events }: World) => events().at(-1);

describe('A reference that the caller cannot use', () => {
  it('A caller who cites an event that is absent, somebody else’s or above its clearance gets the same 404, and only the audit event says which of these cases it was', async () => {
    const made = await world();
    const { tools, runId, openRun, stage } = made;
    const setClearances = clearing(made);
    setClearances(['pii.high']);
    const read = async (mark: string, run: string): Promise<string> =>
      answered(await tools.read(callTo(reading, { mark }, { runId: run }))).receipt.eventId;
    const foreign = await read('pii.low', await openRun());
    const uncleared = await read('pii.medium', runId);
    setClearances(['pii.low']);
    const absent = `lookup.${'0'.repeat(64)}.00000000-0000-7000-8000-000000000000`;
    const refusals: string[] = [];
    for (const [why, basis] of Object.entries({ absent, foreign, uncleared })) {
      const outcome = await stage({ basis });
      expect(refusedWith(outcome)).toBe('event.unknown');
      refusals.push(refusal(outcome));
      expect(lastEvent(made)).toMatchObject({ code: 'event.unknown', reference: { pointer: '/basis', why } });
    }
    expect(new Set(refusals).size).toBe(1);
  });

  it('A caller who refers to a source that is absent or above its clearance gets the same 404', async () => {
    const made = await world();
    const uncleared = `src-${'a'.repeat(64)}`;
    await putRow(made, { id: uncleared, markings: ['pii.high'] });
    const refusals: string[] = [];
    for (const [why, source] of Object.entries({ absent: `src-${'b'.repeat(64)}`, uncleared })) {
      const outcome = await made.tools.extract(callTo(extracting, { source }));
      expect(refusedWith(outcome)).toBe('source.unknown');
      refusals.push(refusal(outcome));
      expect(lastEvent(made)).toMatchObject({ reference: { pointer: '/source', why }, markings: [] });
    }
    expect(new Set(refusals).size).toBe(1);
  });

  it('If the policies forbid a call, the refusal is the same for a source that is absent, above the clearance or only announced', async () => {
    const made = await world();
    const uncleared = `src-${'a'.repeat(64)}`;
    const announced = `src-${'c'.repeat(64)}`;
    await putRow(made, { id: uncleared, markings: ['pii.high'] });
    await putRow(made, { id: announced, markings: ['pii.low'], state: 'awaited', announced: true });
    const refusals: string[] = [];
    for (const source of [`src-${'b'.repeat(64)}`, uncleared, announced]) {
      const outcome = await made.tools.extract(callTo(extracting, { source }, { purpose: 'other-purpose' }));
      expect(refusedWith(outcome)).toBe('permission.denied');
      refusals.push(refusal(outcome));
      expect(lastEvent(made)).toMatchObject({ policies: ['floor.purpose'], markings: [] });
    }
    expect(new Set(refusals).size).toBe(1);
  });

  it('Until the bytes of an announced source arrive, only the caller who announced it can refer to it', async () => {
    const made = await world();
    const id = `src-${'a'.repeat(64)}`;
    await putRow(made, { id, markings: ['pii.low'], state: 'awaited', announced: true });
    expect(refusedWith(await made.tools.extract(callTo(extracting, { source: id })))).toBe('source.unknown');
    expect(lastEvent(made)).toMatchObject({ reference: { pointer: '/source', why: 'foreign' } });
    answered(await made.tools.extract(callTo(extracting, { source: id }, { caller: other })));
    await putRow(made, { id, markings: ['pii.low'], state: 'received' });
    answered(await made.tools.extract(callTo(extracting, { source: id })));
  });

  it('A caller who refers to an Action that is absent, somebody else’s or above its clearance gets the same 404', async () => {
    const made = await world();
    const { tools, runId, stage } = made;
    const setClearances = clearing(made);
    setClearances(['pii.high']);
    const idOf = (outcome: Outcome): string => String(Reflect.get(Object(answered(outcome).result), 'id'));
    const theirRun = await made.openRun({ owner: { kind: other.kind, id: other.id, name: other.name } });
    const foreign = idOf(await stage({}, { caller: other, runId: theirRun }));
    const seen = answered(await tools.read(callTo(reading, { mark: 'pii.medium' }, { runId }))).receipt.eventId;
    const uncleared = idOf(await stage({ basis: seen }));
    setClearances(['pii.low']);
    const refusals: string[] = [];
    for (const [why, subject] of Object.entries({ absent: `act-${'0'.repeat(64)}`, foreign, uncleared })) {
      const outcome = await tools.ask(callTo(asking, { subject }, { key: newKey(), runId }));
      expect(refusedWith(outcome)).toBe('action.unknown');
      refusals.push(refusal(outcome));
      expect(lastEvent(made)).toMatchObject({ reference: { pointer: '/subject', why } });
    }
    expect(new Set(refusals).size).toBe(1);
  });
});

/** Changes the clearances of both agents from now on. */
const clearing =
  ({ agents }: World) =>
  (clearances: readonly string[]): void => {
    for (const [name, agent] of Object.entries(agents)) agents[name] = { ...agent, clearances };
  };

async function putRow(
  { stored }: World,
  more: Pick<Source, 'id' | 'markings'> & Pick<Partial<Source>, 'state' | 'announced'>,
): Promise<void> {
  const row: Source = {
    by: other,
    sourceHash: 'a'.repeat(64),
    mediaType: 'text/plain',
    sizeBytes: 12,
    state: 'received',
    version: 1,
    at: '2026-03-02T09:00:00.000Z',
    depth: 0,
    ...more,
  };
  const { if: _, ...put } = putSource(row) as Extract<ReturnType<typeof putSource>, { put: unknown }>;
  await stored.write([put]);
}
