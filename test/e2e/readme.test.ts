import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { faultNames } from '../../local/demo/break/faults.ts';
import { writeDemo } from '../../local/demo/demo-file.ts';
import { blocksLike, root } from '../docs/pages.ts';
import { tokenOf } from './support/ask.ts';
import { openTask, source } from './support/reserve.ts';
import { dispatch, openRun } from './support/run.ts';
import { unknownAction } from './support/unknown-outcome.ts';
import { until } from './support/until.ts';

const journalRead = z.object({
  requests: z.array(z.looseObject({ lost: z.boolean() })),
  changes: z.array(z.unknown()),
});
const dispatched = z.object({ result: z.object({ status: z.string() }) });

let folder: string;
const inFolder = (name: string): string => join(folder, name);

beforeAll(() => {
  const { demo, outputs } = inject('deployment');
  folder = mkdtempSync(join(tmpdir(), 'logic-plane-readme-'));
  writeDemo(demo, inFolder('demo.json'));
  const { UserPoolId, AgentClients, ReadSecrets, WriteSecrets } = outputs.data;
  const data = {
    UserPoolId,
    TokenEndpoint: `${demo.endpoint}/oauth2/token`,
    Tables: JSON.stringify(demo.tables),
    ContentBucket: demo.contentBucket,
    AgentClients: JSON.stringify(AgentClients),
    ReadSecrets: JSON.stringify(ReadSecrets),
    WriteSecrets: JSON.stringify(WriteSecrets),
  };
  const plane = { ApiUrl: demo.apiUrl, CliClientId: outputs.plane.CliClientId };
  writeFileSync(
    inFolder('outputs.json'),
    JSON.stringify({ 'LogicPlane-demo-local-Data': data, 'LogicPlane-demo-local': plane }),
  );
  writeFileSync(inFolder('read-credential'), demo.sorCredentials.read);
  writeFileSync(inFolder('write-credential'), demo.sorCredentials.write);
  const aws = `#!/bin/sh\nexec ${process.execPath} ${join(root, 'test', 'docs', 'aws.ts')} "$@"\n`;
  writeFileSync(inFolder('aws'), aws);
  chmodSync(inFolder('aws'), 0o700);
  mkdirSync(inFolder('without-npm'));
  const npx = `#!/bin/sh\n[ "$1" = logic-plane ] || exit 64\nshift\nexec ${process.execPath} ${join(root, 'bin', 'logic-plane')} "$@"\n`;
  writeFileSync(join(inFolder('without-npm'), 'npx'), npx, { mode: 0o700 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocksOf = (page: string): readonly string[] =>
  blocksLike('sh deployed')
    .filter((block) => block.page === page)
    .map(({ text }) => adaptedToDeployment(text));

/** Changes a page's commands, so that they use this deployment and the files in this test's folder. */
const adaptedToDeployment = (commands: string): string =>
  commands
    .replaceAll('LogicPlane-demo-prod', 'LogicPlane-demo-local')
    .replaceAll('--stage prod', '--stage local')
    .replaceAll('.local/demo.json', inFolder('demo.json'))
    .replaceAll(
      /\b(edited-tenants|edited-release|outputs\.json|upload\.json|notice\.txt|read-credential|write-credential)\b/g,
      (name) => inFolder(name),
    );

/**
 * Runs the commands in the project's folder, one after the other, until one fails.
 * @param npx `real` starts npm for each `npx logic-plane`; by default, `npx logic-plane` starts the command at once
 * @param more environment variables of these commands
 */
function bash(
  script: string,
  npx: 'real' | 'at once' = 'at once',
  more: Readonly<Record<string, string>> = {},
): string {
  const { demo } = inject('deployment');
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [
        ...(npx === 'real' ? [] : [inFolder('without-npm')]),
        folder,
        dirname(process.execPath),
        process.env['PATH'] ?? '',
      ].join(':'),
      LOGIC_PLANE_DEMO: inFolder('demo.json'),
      AWS_ENDPOINT_URL: demo.endpoint,
      AWS_REGION: demo.region,
      AWS_ACCESS_KEY_ID: demo.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: demo.credentials.secretAccessKey,
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
      ...more,
    },
  });
  expect(status, `${stderr}\n${stdout}`).toBe(0);
  return stdout;
}

describe('Commands of the documentation, run by bash against a deployment', () => {
  it('The first call of the README succeeds, and if it is sent again, the answer is a replay', () => {
    const script = blocksOf('README.md').join('\n');
    const first = bash(script, 'real');
    expect(dispatched.parse(JSON.parse(first)).result.status).toBe('converted');
    const again = bash(script.replace('curl -s', 'curl -s -D -'));
    expect(again).toMatch(/idempotent-replayed: true/i);
    expect(again.endsWith(first)).toBe(true);
  });

  it('`npm run break` of the README plays four faults, and for each the Action is committed and the journal shows one change', () => {
    const [command = '', shown = ''] = ['sh break', 'text break'].map((mode) => blocksLike(mode)[0]?.text);
    const played = bash(command)
      .split(/^(?=\w+: the system of record breaks\.)/m)
      .slice(1);
    expect(played.map((text) => text.split(':')[0])).toEqual(faultNames);
    for (const text of played) {
      // The platform looks a change up only if the outcome was unknown.
      expect(text).toMatch(
        / {2}committed\n {2}The platform looked the change up [1-9]\d* times?\. The journal shows [12] requests? and 1 change\.$/m,
      );
    }
    // A state that lasts for less than a second may be missing, and the number of lookups differs.
    const lines = (text = ''): readonly string[] =>
      text.split('\n').map((line) => line.replace(/^ +[\d.]+ s/, '').replace(/up \d+ times?/, 'up'));
    expect(
      lines(shown).filter((line) => !line.endsWith('outcome_unknown') && !lines(played[0]).includes(line)),
    ).toEqual([]);
  });

  it('The commands of docs/try.md grant an agent’s change; the SoR loses an answer, and the change is still made exactly once', () => {
    const output = bash(blocksOf('docs/try.md').join('\n'));
    expect(output).toMatch(/^pending$/m);
    expect(output).toMatch(/"state":"granted"/);
    const journal = journalRead.parse(JSON.parse(/^\{"ref":.*$/m.exec(output)?.[0] ?? ''));
    expect(journal.requests.filter(({ lost }) => lost)).toHaveLength(1);
    expect(journal.changes).toHaveLength(1);
    const states = output.match(/^[a-z_]+$/gm) ?? [];
    expect(states.at(-1)).toBe('committed');
  });

  it('The commands of docs/runs.md replay a run; after a rate is changed, the replay names the call that used it', async () => {
    const blocks = blocksOf('docs/runs.md');
    const output = bash(blocks.join('\n'));
    expect(output).toMatch(/^run-\S+ of claims-agent, opened /m);
    const [runId] = /^run-\S+/m.exec(output) ?? [];
    // The audit log has the calls only after some seconds, so the replay is repeated.
    const named = await until('replaying against the edited table', async () => {
      const text = bash(`RUN=${runId}\n${blocks.at(-1)}`);
      return text.includes('another result, ') ? text : undefined;
    });
    expect(named).toMatch(/^pin rates\.tcmb@1\.0\.0 differs: /m);
    expect(named).toMatch(
      / {2}another result {2,}the digests of .*rates\.tcmb@1\.0\.0.*\n.* {2}the same result\n\n1 another result, 1 the same/,
    );
  });

  it('The commands of docs/sources.md announce a source and upload it to the URL in the answer', () => {
    expect(bash(blocksOf('docs/sources.md').join('\n'))).toMatch(/^200$/m);
  });

  it('The commands of docs/patterns/search.md build a corpus and put it in force', () => {
    expect(bash(blocksOf('docs/patterns/search.md').join('\n'))).toMatch(
      /^corpus\.wording\.tr: snap-[0-9a-f]{64} (?:is|was already) in force/m,
    );
  });

  it('The commands of docs/operating.md for people list, read, grant, deny, resolve and withdraw, each signed in as its person', async () => {
    const claims = ['CLM-2026-000075', 'CLM-2026-000076', 'CLM-2026-000079'] as const;
    const [granted, denied, own] = await Promise.all([
      openTask({ claim: claims[0] }),
      openTask({ claim: claims[1] }),
      openTask({ claim: claims[2] }, { who: 'adjuster' }),
    ]);
    const ids = {
      TASK: granted.taskId,
      DIGEST: granted.shown.task.digest.slice(0, 12),
      OTHER_TASK: denied.taskId,
      OTHER_DIGEST: denied.shown.task.digest,
      OWN_ACTION: own.actionId,
      ACTION: await unknownAction('CLM-2026-000088'),
    };
    const outputs: string[] = [];
    for (const { text, values } of blocksLike('sh person')) {
      const token = await tokenOf(values['by'] ?? '');
      outputs.push(bash(adaptedToDeployment(text), 'at once', { ...ids, LOGIC_PLANE_TOKEN: token }));
    }
    const [approver = '', operator = '', adjuster = ''] = outputs;
    expect(approver).toContain(granted.taskId);
    expect(approver).toContain('Target now: unchanged');
    expect(approver).toMatch(/^The Task is granted$[^]*^The Task is denied$/m);
    expect(operator).toContain('operators');
    expect(operator).toMatch(new RegExp(`^The Action ${ids.ACTION} is committed$`, 'm'));
    expect(adjuster).toBe(`The Action ${own.actionId} is cancelled\n`);
  });

  it('The commands of docs/operating.md put credentials, create a login, get an agent’s token, and suspend and resume a tool at once', async () => {
    const { demo } = inject('deployment');
    const blocks = blocksOf('docs/operating.md');
    const policy = { identifier: 'POL-2026-000123', source };
    const run = await openRun();
    expect((await dispatch(run, 'tool.policy.lookup', { body: policy })).status).toBe(200);
    // The deployment has an SoR at another URL, so its release differs from the one that this source tree compiles to.
    const suspend = `suspend tool --release ${demo.releaseDirectory}`;
    const resume = /^npx logic-plane resume tool .*$/m;
    try {
      const commands = blocks.join('\n');
      expect(commands).toMatch(resume);
      const output = bash(commands.replace('suspend tool', suspend).replace(resume, ''));
      expect(output).toContain('"tool.reserve.stage"');
      expect(output).toMatch(/^suspended  tool\.policy\.lookup$/m);
      expect(output).toMatch(/^0 requests already sent and not stopped\./m);
      const answer = await until('suspending the tool', async () => {
        const seen = await dispatch(run, 'tool.policy.lookup', { body: policy });
        return seen.status === 200 ? undefined : seen;
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'tool.suspended' } });
      // A lookup in the system of record succeeds only with the right credentials.
      const claim = { identifier: 'CLM-2026-000045', source };
      expect((await dispatch(run, 'tool.claim.lookup', { body: claim })).status).toBe(200);
    } finally {
      const [resuming = ''] = resume.exec(blocks.join('\n')) ?? [];
      const pool = inject('deployment').outputs.data.UserPoolId;
      bash(`${resuming}\naws cognito-idp admin-delete-user --user-pool-id ${pool} --username ayse`);
    }
    await until('resuming the tool', async () => {
      const { status } = await dispatch(run, 'tool.policy.lookup', { body: policy });
      return status === 200 ? true : undefined;
    });
  });
});
