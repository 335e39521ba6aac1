import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { environment } from '../../contract/platform/environment.ts';
import { writeDemo } from '../../local/demo/demo-file.ts';
import { root } from '../docs/pages.ts';
import { ask } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { openTask, source } from './support/reserve.ts';
import { dispatch, purpose, type Run } from './support/run.ts';
import { answered, anyDispatch, refused, runOpened } from './support/shapes.ts';
import { until } from './support/until.ts';

const timelineRead = z.object({
  runId: z.string(),
  replayable: z.boolean(),
  release: z.string(),
  timeline: z.array(z.looseObject({ eventId: z.string(), kind: z.string(), at: z.string() })),
  cursor: z.string().optional(),
  indexedUntil: z.string().nullable(),
  sealedUntil: z.string().nullable(),
});
const replayed = z.object({
  passed: z.boolean(),
  pins: z.array(z.unknown()),
  calls: z.array(z.object({ eventId: z.string(), verdict: z.string(), detail: z.string().optional() })),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logic-plane-runs-'));
  writeDemo(inject('deployment').demo, join(folder, 'demo.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openReplayable(who = 'claims-agent'): Promise<Run> {
  const answer = await ask(who, { method: 'POST', path: '/v1/runs', body: { purpose, replayable: true } });
  const { runId } = answered(answer, runOpened);
  return { who, runId, eventIds: [answer.eventId ?? ''] };
}

const read = (who: string, runId: string, query = '') => ask(who, { method: 'GET', path: `/v1/runs/${runId}${query}` });

/** Reads the whole timeline, page by page, once it has all events that the answers of the run named. */
const timelineOf = ({ who, runId, eventIds }: Pick<Run, 'who' | 'runId' | 'eventIds'>) =>
  until('carrying the run’s events', async () => {
    // A page repeats events if another one arrived late.
    const byId = new Map<string, z.infer<typeof timelineRead>['timeline'][number]>();
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '3', ...(cursor === undefined ? {} : { cursor }) });
      const page = answered(await read(who, runId, `?${query.toString()}`), timelineRead);
      for (const entry of page.timeline) byId.set(entry.eventId, entry);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return eventIds.every((id) => byId.has(id)) ? [...byId.values()] : undefined;
  });

/** Runs `logic-plane replay` in a process that has only the given AWS settings and none of this machine's. */
function replay(args: readonly string[], given: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin', 'logic-plane'), 'replay', ...args, '--json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', LOGIC_PLANE_DEMO: join(folder, 'demo.json'), ...given },
    },
  );
  return { status, stdout, stderr };
}

const conversion = (amount: string, currency: string): object => ({
  value: { amount, currency },
  target: { kind: 'currency', currency: 'TRY', rates: 'rates.tcmb', rounding: 'half-even' },
});
const validation = (amount: string): object => ({
  candidate: {
    claimId: 'CLM-2026-000045',
    claimStatus: 'open',
    oldReserve: { amount: '42500.00', currency: 'TRY' },
    newReserve: { amount, currency: 'TRY' },
    sumInsured: { amount: '1250000.00', currency: 'TRY' },
  },
  rulePack: 'rules.reserve',
});

it('The timeline of a replayable run is complete, and its replay gets the same result for each pure call', async () => {
  const run = await openReplayable();
  const pure = [
    await dispatch(run, 'tool.money.convert', { body: conversion('1150.00', 'EUR') }),
    await dispatch(run, 'tool.money.convert', { body: conversion('99.95', 'USD') }),
    await dispatch(run, 'tool.reserve.validate', { body: validation('61800.00') }),
    await dispatch(run, 'tool.reserve.validate', { body: validation('900000.00') }),
  ];
  const receipts = pure.map((answer) => answered(answer, anyDispatch).receipt);
  await dispatch(run, 'tool.claim.lookup', { body: { identifier: 'CLM-2026-000045', source } });
  await dispatch(run, 'tool.money.convert', { body: conversion('1150.00', 'EUR') });
  await dispatch(run, 'tool.money.convert', { body: '{"value":' });

  const timeline = await timelineOf(run);
  expect(timeline.map(({ eventId }) => eventId)).toEqual(run.eventIds);
  expect(timeline.map(({ kind, tool, outcome, code }) => [kind, tool, outcome, code])).toEqual([
    ['run', undefined, undefined, undefined],
    ['dispatch', 'tool.money.convert', 'answered', undefined],
    ['dispatch', 'tool.money.convert', 'answered', undefined],
    ['dispatch', 'tool.reserve.validate', 'answered', undefined],
    ['dispatch', 'tool.reserve.validate', 'answered', undefined],
    ['dispatch', 'tool.claim.lookup', 'answered', undefined],
    ['dispatch', 'tool.money.convert', 'replayed', undefined],
    ['dispatch', 'tool.money.convert', 'refused', 'body.malformed'],
  ]);
  // The audit log has HMACs in place of the hashes. Only the receipts have the hashes themselves.
  for (const { argsHash, resultHash } of receipts) {
    expect(timeline.some((entry) => entry['argsHash'] === argsHash || entry['resultHash'] === resultHash)).toBe(false);
  }

  const { status, stdout, stderr } = replay([run.runId], { AWS_PROFILE: 'nobody' });
  expect(status, `${stderr}${stdout}`).toBe(0);
  const report = replayed.parse(JSON.parse(stdout));
  expect(report).toMatchObject({ passed: true, pins: [] });
  expect(report.calls.map(({ verdict }) => verdict)).toEqual([
    ...receipts.map(() => 'same'),
    'not-replayable',
    'not-replayable',
    'not-replayable',
  ]);
  expect(report.calls.slice(0, 4).map(({ eventId }) => eventId)).toEqual(receipts.map(({ eventId }) => eventId));
  for (const value of ['1150.00', '61800.00', 'CLM-2026-000045']) expect(stdout).not.toContain(value);
});

it('A run without stored arguments is replayed from the agent’s journal; without the journal, the exit code is 1', async () => {
  const answer = await ask('claims-agent', { method: 'POST', path: '/v1/runs', body: { purpose } });
  const run: Run = { who: 'claims-agent', runId: answered(answer, runOpened).runId, eventIds: [answer.eventId ?? ''] };
  const args = conversion('12.50', 'GBP');
  const { receipt } = answered(await dispatch(run, 'tool.money.convert', { body: args }), anyDispatch);
  await timelineOf(run);
  const bare = replay([run.runId]);
  expect([bare.status, replayed.parse(JSON.parse(bare.stdout)).calls[0]?.verdict]).toEqual([1, 'lacks-arguments']);
  const journal = join(folder, 'journal.ndjson');
  writeFileSync(journal, `${JSON.stringify({ eventId: receipt.eventId, arguments: args })}\n`);
  const { status, stdout, stderr } = replay([run.runId, '--args', journal]);
  expect(status, `${stderr}${stdout}`).toBe(0);
});

it('The replay command finds a deployment on AWS by its outputs file or by the environment, and reads it with the caller’s own credentials', async () => {
  const { demo, outputs } = inject('deployment');
  const run = await openReplayable();
  await dispatch(run, 'tool.money.convert', { body: conversion('12.50', 'CHF') });
  await timelineOf(run);
  const file = join(folder, 'outputs.json');
  const { Tables, ContentBucket } = outputs.data;
  const data = { Tables: JSON.stringify(Tables), ContentBucket };
  writeFileSync(file, JSON.stringify({ 'LogicPlane-demo-local-Data': data }));
  const release = ['--release', demo.releaseDirectory ?? ''];
  const aws = {
    AWS_ENDPOINT_URL: demo.endpoint,
    AWS_REGION: demo.region,
    AWS_ACCESS_KEY_ID: demo.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: demo.credentials.secretAccessKey,
    LOGIC_PLANE_DEMO: join(folder, 'no-demo.json'),
  };
  const byOutputs = replay([run.runId, ...release, '--outputs', file, '--stage', 'local'], aws);
  expect(byOutputs.status, `${byOutputs.stderr}${byOutputs.stdout}`).toBe(0);
  const tables = Object.fromEntries(
    (['runs', 'audit', 'ledger', 'log'] as const).map((store) => [environment.tables[store], Tables[store] ?? '']),
  );
  const byEnvironment = replay([run.runId, ...release], { ...aws, ...tables });
  expect([byEnvironment.status, byEnvironment.stdout]).toEqual([0, byOutputs.stdout]);

  const elsewhere = replay([run.runId, ...release], {
    ...aws,
    ...tables,
    [environment.tables.ledger]: 'no-such-table',
  });
  expect(elsewhere.status).toBe(3);
  expect(elsewhere.stdout).toContain('the tables could not be read');
  expect(replay([run.runId], { LOGIC_PLANE_DEMO: join(folder, 'no-demo.json') }).status).toBe(3);
  expect(replay([run.runId], { ...aws, ...tables, [environment.tables.audit]: '' }).status).toBe(2);
});

it('The timeline of a run has the transitions of its Actions, but not the name of the approver', async () => {
  const { run, actionId, taskId } = await openTask({ claim: 'CLM-2026-000065' });
  const transitions = (
    await until('carrying the move to pending', async () => {
      const timeline = await timelineOf(run);
      return timeline.some(({ to }) => to === 'pending') ? timeline : undefined;
    })
  ).filter(({ kind }) => kind === 'transition');
  expect(transitions).toContainEqual(expect.objectContaining({ actionId, taskId, from: 'staged', to: 'pending' }));
  const { text } = await read(run.who, run.runId, '?limit=200');
  expect(text).not.toContain('approver-1');
});

it('A caller who reads a run of another caller gets 404, as for a run that was never opened, unless the caller is an auditor', async () => {
  const { runId } = await openReplayable();
  for (const who of ['intern-agent', 'adjuster', 'operator']) {
    expect(refused(await read(who, runId))).toMatchObject({ status: 404, code: 'run.unknown' });
  }
  expect((await read('auditor', runId)).status).toBe(200);
  expect(refused(await read('claims-agent', 'run-of-nobody-0000'))).toMatchObject({ status: 404, code: 'run.unknown' });
});

it('A call that names another caller’s run is refused. The audit log has the call, but neither the timeline nor the replay of the run has it', async () => {
  const run = await openReplayable();
  const args = conversion('1.00', 'EUR');
  const stranger = { ...run, who: 'intern-agent', eventIds: [] };
  const named = [
    await dispatch(stranger, 'tool.money.convert', { body: args }),
    await dispatch(stranger, 'tool.money.convert', { body: '{' }),
  ];
  expect(named.map((answer) => refused(answer).code)).toEqual(['run.unknown', 'body.malformed']);
  await dispatch(run, 'tool.money.convert', { body: args });
  const ids = named.map(({ eventId }) => eventId);
  const logged = await auditLogWith({ caller: 'intern-agent' }, ids);
  const events = ids.map((id) => logged.find(({ eventId }) => eventId === id));
  expect(events.map((event) => [event?.runId, event?.['namesRun']])).toEqual(ids.map(() => [undefined, run.runId]));
  expect((await timelineOf(run)).map(({ eventId }) => eventId)).toEqual(run.eventIds);
  const { calls } = replayed.parse(JSON.parse(replay([run.runId]).stdout));
  expect(calls.map(({ eventId }) => eventId)).toEqual(run.eventIds.slice(1));
});
