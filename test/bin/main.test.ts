import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { main } from '../../bin/main.ts';
import { nouns } from '../../bin/nouns.ts';
import { copyOfDemo } from '../registry/tenant-copy.ts';

async function run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await main(argv, { out: (text) => (out += text), err: (text) => (err += text), color: false });
  return { code, out, err };
}

test('`tenant check` exits with 0 and a summary if the tenant has no problem', async () => {
  expect(await run('tenant', 'check', 'demo')).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^demo: no problems in \d+ tools, \d+ types, \d+ artefacts, \d+ agents, \d+ groups, \d+ packs\n$/,
    ),
    err: '',
  });
});

test('`tenant check` exits with 1 and writes each finding with its place to standard error', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('agents/claims-agent.yaml', 'owner: operator', 'owner: nobody');
  const { code, out, err } = await run('tenant', 'check', '--tenants', copy.tenantsDir);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('agents/claims-agent.yaml:3:8: there is no owner nobody');
});

test.each([
  ['changes: { path: "/changes/{ref}" }\n', 'changes'],
  ['settlesWithin: 2s\n', 'settlesWithin'],
])(
  'If a system of record lacks %j in its file, `tenant check` warns that the system is blind, and names the consequence',
  async (line, member) => {
    await using copy = await copyOfDemo();
    await copy.edit('sors/sor.policy-admin.yaml', line, '');
    const { err } = await run('tenant', 'check', '--tenants', copy.tenantsDir);
    expect(err).toMatch(
      new RegExp(
        `^warning: sors/sor\\.policy-admin\\.yaml:\\d+:\\d+: sor\\.policy-admin is a blind SoR: it does not declare ${member}\\. `,
      ),
    );
    expect(err).toContain('an operator must find it out');
  },
);

test('If a tenant with Turkish extractors configures Amazon Textract, `tenant check` warns that it does not read Turkish', async () => {
  await using copy = await copyOfDemo();
  const before = await run('tenant', 'check', '--tenants', copy.tenantsDir);
  expect(before.err).not.toContain('Textract');
  await copy.edit('tenant.yaml', 'sources:', 'sources:\n  textract: { languages: [en] }');
  const { err } = await run('tenant', 'check', '--tenants', copy.tenantsDir);
  expect(err).toMatch(
    /warning: tenant\.yaml:\d+:\d+: Amazon Textract reads de, en, es, fr, it, pt, and not Turkish, but .*extractor\.loss-notice.* have the notation tr-TR\. /,
  );
});

test('`tenant check --json` exits with 1 and writes all findings as one document to standard output', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('agents/claims-agent.yaml', 'owner: operator', 'owner: nobody');
  const { code, out, err } = await run('tenant', 'check', 'demo', '--tenants', copy.tenantsDir, '--json');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(JSON.parse(out)).toMatchObject({ error: 'TenantInvalid', problems: [{ line: 3, column: 8 }] });
});

test.each([
  [['tennant', 'check'], 'logic-plane has no command tennant. Did you mean tenant?'],
  [['tenant', 'chek'], 'tenant has no command chek. Did you mean check?'],
  [['tenant', 'check', 'nope'], 'there is no tenant "nope". Use one of: demo'],
  [['tenant', 'check', '--jsn'], 'tenant check has no option --jsn. Did you mean --json?'],
  [['gate'], 'this command takes one tool version, such as tool.claim.lookup@1.0.0'],
  [['gate', 'tool.claim.lookup'], 'this command takes one tool version, such as tool.claim.lookup@1.0.0'],
  [
    ['gate', 'tool.claim.lookup@9.0.0'],
    'no tool version tool.claim.lookup@9.0.0. Did you mean tool.claim.lookup@1.0.0?',
  ],
  [['constructor'], 'logic-plane has no command constructor. Use one of: actions, audit, corpus, '],
])('The wrong command line %j exits with 2 and a message that says what to write instead', async (argv, message) => {
  const { code, out, err } = await run(...argv);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.replace('Did you mean json?', 'Did you mean --json?')).toContain(message);
});

test('Every command has help, with an example that begins with the command’s name', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  for (const [name, load] of Object.entries(nouns)) {
    expect(out).toContain(`  ${name}`);
    const noun = await load();
    const commands = 'verbs' in noun ? Object.entries(noun.verbs) : [['', noun] as const];
    for (const [verb, { examples }] of commands) {
      const help = await run(name, ...(verb === '' ? [] : [verb]), '--help');
      expect(help.code).toBe(0);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect(example.startsWith(`logic-plane ${name} ${verb}`.trim())).toBe(true);
        expect(help.out).toContain(`npx ${example}`);
      }
    }
  }
});

test('If the verb is missing, the command lists its verbs and exits with 2', async () => {
  const { code, out } = await run('tenant');
  expect(code).toBe(2);
  expect(out).toContain('tenant check [TENANT]');
});

test('`gate` prints the outcome of each case, and `promote` writes the report and the release block', async () => {
  await using copy = await copyOfDemo();
  const gate = await run('gate', 'tool.claim.lookup@1.0.0', '--tenants', copy.tenantsDir);
  expect(gate.code).toBe(0);
  expect(gate.out).toContain('ok   an open claim is found with its reserve and version\n');
  expect(gate.out).toMatch(/tool\.claim\.lookup@1\.0\.0 passed: 5\/5 cases, \d+\/\d+ probes\n$/);
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  const promoted = await run('promote', 'tool.claim.lookup@1.0.0', '--tenants', copy.tenantsDir, '--json');
  expect(JSON.parse(promoted.out)).toMatchObject({
    passed: true,
    wrote: ['reports/tool.claim.lookup@1.0.0.json', 'tools/tool.claim.lookup.yaml'],
  });
  expect(JSON.parse(await copy.read('reports/tool.claim.lookup@1.0.0.json'))).toMatchObject({ passed: true });
});

test('If the gate fails, `promote` exits with 1 and writes no report', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('packs/pack.claim.lookup.yaml', 'refused: permission.denied', 'refused: run.required');
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  const { code, out } = await run('promote', 'tool.claim.lookup@1.0.0', '--tenants', copy.tenantsDir);
  expect(code).toBe(1);
  expect(out).toContain(
    'FAIL a lookup for an underwriting review is refused: the call was refused with permission.denied',
  );
  await expect(copy.read('reports/tool.claim.lookup@1.0.0.json')).rejects.toThrow('ENOENT');
});

test('If no report proves the release block of a tool, `tenant check` exits with 1', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  await copy.edit('rules/rules.reserve.yaml', '"250000"', '"250001"');
  const { code, out, err } = await run('tenant', 'check', '--tenants', copy.tenantsDir);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('tool.claim.lookup@1.0.0 is not a draft, but it has no eval report. Run logic-plane promote');
  expect(err).toContain(
    'tool.reserve.validate@1.0.0 is not a draft, but its eval report does not prove the present files.',
  );
});

test('If no report proves the release block of a tool, `tenant compile` exits with 1', async () => {
  await using copy = await copyOfDemo();
  await copy.remove('reports/tool.claim.lookup@1.0.0.json');
  const out = join(copy.tenantsDir, 'release');
  const { code, err } = await run('tenant', 'compile', 'demo', '--tenants', copy.tenantsDir, '--out', out);
  expect(code).toBe(1);
  expect(err).toContain('tool.claim.lookup@1.0.0 is not a draft, but it has no eval report. Run logic-plane promote');
});

test('If the output folder has files that are not of an earlier release, `tenant compile` exits with 2 and deletes nothing', async () => {
  await using copy = await copyOfDemo();
  const out = join(copy.tenantsDir, 'home');
  await mkdir(out);
  await writeFile(join(out, 'thesis.txt'), 'mine');
  const { code, err } = await run('tenant', 'compile', 'demo', '--tenants', copy.tenantsDir, '--out', out);
  expect(code).toBe(2);
  expect(err).toMatch(/^.*home is a folder with files that do not belong to a release\. Nothing was written\..*\n$/);
  expect(await readFile(join(out, 'thesis.txt'), 'utf8')).toBe('mine');
});

test('The script bin/logic-plane runs as a program and passes the exit code on', async () => {
  const launcher = join(import.meta.dirname, '..', '..', 'bin', 'logic-plane');
  const asked = promisify(execFile)(process.execPath, [launcher, 'tennant']);
  await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean tenant?') });
});
