import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { clientEnvironment } from '../../../local/cloud/environment.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import type { Scripted } from '../../support/model-server/converse.ts';
import { directory } from '../directory.ts';
import { logLines } from '../support/logs.ts';
import { answered, refused } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { dispatch, sendLetter, logged, newKey, openRun } from './call.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { asked, extracted, lossDate, validAnswer, uniqueLetter, scriptAnswers, throttled } from './model.ts';
import { tenant } from './promoted.ts';

beforeAll(variants, deployTimeoutMillis);

it('If a call is repeated under its key, no model is asked again, and the replay returns the bytes of the first answer', async () => {
  await scriptAnswers(validAnswer, { calls: { found: true, quote: '13 March 2026' } });
  const source = await sendLetter(uniqueLetter());
  const call = { tool: lossDate, body: { source }, runId: await openRun(), key: newKey() };
  const first = await dispatch(call);
  const again = await dispatch(call);
  expect([again.status, again.replayed, again.text]).toEqual([200, true, first.text]);
  expect(await asked()).toHaveLength(1);
  const other = await dispatch({ ...call, body: { source: await sendLetter(uniqueLetter()) } });
  expect(refused(other)).toMatchObject({ status: 422, code: 'key.reused' });
  expect(await asked()).toHaveLength(1);
});

it('If equal calls are sent at the same time under one key, one answer is recorded and every caller gets it', async () => {
  await scriptAnswers(validAnswer);
  const source = await sendLetter(uniqueLetter());
  const call = { tool: lossDate, body: { source }, runId: await openRun(), key: newKey() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => dispatch(call)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

it('Nothing of a source’s text, of a request to a model or of its answer is in the audit log or in a function’s log', async () => {
  const since = Date.now();
  const word = `zy${randomUUID().replaceAll('-', '')}`;
  const source = await sendLetter(`The captain ${word} ran aground on 12 March 2026.\n`);
  const runId = await openRun();
  const eventIds: (string | undefined)[] = [];
  const turns: readonly Scripted[] = [
    validAnswer,
    { calls: { found: true, quote: `${word}-quoted` } },
    { calls: { note: word } },
    { says: word },
    { cutOff: { found: true, quote: word } },
    { half: { found: true, quote: word } },
    throttled,
  ];
  for (const turn of turns) {
    await scriptAnswers(turn);
    eventIds.push((await dispatch({ tool: lossDate, body: { source }, runId, key: newKey() })).eventId);
  }
  const events = await logged(runId, eventIds);
  const outcomes = eventIds.map((id) => events.find(({ eventId }) => eventId === id)?.outcome);
  expect(outcomes).toEqual(['answered', 'answered', 'answered', 'answered', 'answered', 'failed', 'failed']);
  const lines = await logLines(since);
  expect(lines.filter((line) => line.includes('REPORT')).length).toBeGreaterThan(turns.length);
  const words = [word, '12 March 2026', 'as scripted', 'You find one property'];
  for (const secret of words) {
    expect(JSON.stringify(events).includes(secret), `${secret} in the audit log`).toBe(false);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
});

it('The audit event of an extraction by a model has caller, tool, policies and outcome, and hashes in place of the values', async () => {
  await scriptAnswers(validAnswer);
  const source = await sendLetter(uniqueLetter());
  const runId = await openRun();
  const answer = await dispatch({ tool: lossDate, body: { source }, runId });
  const { receipt } = answered(answer, extracted);
  const event = (await logged(runId, [receipt.eventId])).find(({ eventId }) => eventId === receipt.eventId);
  expect(event).toMatchObject({
    kind: 'dispatch',
    actor: { kind: 'agent', name: 'letters-agent' },
    tool: 'tool.letter.extract-loss-date',
    outcome: 'answered',
    verdict: 'allow',
    policies: ['tenant.access.compute-and-read'],
    argsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    resultHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('A replay reports a call that asked a model as not replayable, and asks no model', async () => {
  await scriptAnswers(validAnswer);
  const source = await sendLetter(uniqueLetter());
  const runId = await openRun('letters-agent', { replayable: true });
  const answer = await dispatch({ tool: lossDate, body: { source }, runId });
  const { outputsFile } = await variants();
  await logged(runId, [answer.eventId]);
  await scriptAnswers(validAnswer);
  const cloud = join(projectRoot, directory);
  const { demo } = inject('deployment');
  const release = join(cloud, 'cdk.out', tenant, 'release');
  const replay = await until('copying the run’s events into the audit log', async () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(projectRoot, 'bin', 'logic-plane'),
        'replay',
        runId,
        '--tenant',
        tenant,
        '--stage',
        'local',
        '--json',
      ].concat(['--outputs', outputsFile, '--release', release]),
      {
        encoding: 'utf8',
        env: { ...clientEnvironment(cloud, demo), AWS_ENDPOINT_URL_BEDROCK_RUNTIME: inject('models') },
      },
    );
    return stdout.includes(answer.eventId ?? '?') ? { status, stdout, stderr } : undefined;
  });
  expect(replay.status, replay.stderr).toBe(0);
  const report = z
    .object({ calls: z.array(z.object({ eventId: z.string(), verdict: z.string(), detail: z.string().optional() })) })
    .parse(JSON.parse(replay.stdout));
  expect(report.calls.find(({ eventId }) => eventId === answer.eventId)).toMatchObject({ verdict: 'not-replayable' });
  expect(await asked()).toEqual([]);
});
