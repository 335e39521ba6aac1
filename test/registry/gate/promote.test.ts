import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gateWorld } from '../../../bin/gate/world.ts';
import { compileTenant } from '../../../registry/release/compile.ts';
import { gate } from '../../../registry/gate/gate.ts';
import { promoteTool } from '../../../registry/gate/promote.ts';
import type { GateWorldFactory } from '../../../registry/gate/world.ts';
import type { GateReport } from '../../../registry/tenant/schemas/report-file.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

const run = (copy: TenantCopy, tool: string, world: GateWorldFactory = gateWorld): Promise<GateReport> =>
  gate({
    tenantsDir: copy.tenantsDir,
    tenant: 'demo',
    tool,
    version: '1.0.0',
    work: join(copy.tenantsDir, 'work'),
    world,
  });
const compile = (copy: TenantCopy) =>
  compileTenant({ tenantsDir: copy.tenantsDir, tenant: 'demo', out: join(copy.tenantsDir, 'release') });
const failed = (report: GateReport): readonly string[] =>
  [...report.cases, ...report.probes].filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail}`);

const record = 'tools/tool.reserve.validate.yaml';

test('If its gate passes, a version is promoted, and the rest of its record stays as the author wrote it', async () => {
  await using copy = await copyOfDemo();
  const draft = `# Ours.\n${(await copy.read(record)).replace(/^release:.*\n/m, '')}\n# The end.\n`;
  await copy.write(record, draft);
  await copy.remove('reports/tool.reserve.validate@1.0.0.json');
  expect((await compile(copy)).problems).toEqual([]);

  const report = await run(copy, 'tool.reserve.validate');
  const wrote = await promoteTool({ tenantsDir: copy.tenantsDir, tenant: 'demo' }, report);
  expect(wrote).toEqual(['reports/tool.reserve.validate@1.0.0.json', record]);
  expect(await copy.read(record)).toBe(
    `${draft}release: { state: released, gate: passed, drift: ok, deprecation: null }\n`,
  );
  expect((await compile(copy)).problems).toEqual([]);
});

test('If a promoted version has changed, a second promotion proves it again without a change of its record', async () => {
  await using copy = await copyOfDemo();
  await copy.edit('rules/rules.reserve.yaml', '"250000"', '"240000"');
  expect((await compile(copy)).problems).toHaveLength(1);
  const before = await copy.read(record);
  await promoteTool({ tenantsDir: copy.tenantsDir, tenant: 'demo' }, await run(copy, 'tool.reserve.validate'));
  expect(await copy.read(record)).toBe(before);
  expect((await compile(copy)).problems).toEqual([]);
});

test('If a report has not passed, nothing is promoted', async () => {
  await using copy = await copyOfDemo();
  const report = { ...(await run(copy, 'tool.reserve.validate')), passed: false };
  await expect(promoteTool({ tenantsDir: copy.tenantsDir, tenant: 'demo' }, report)).rejects.toThrow('has not passed');
});

test('The same tenant folder always gives the same report', async () => {
  await using copy = await copyOfDemo();
  const first = await run(copy, 'tool.reserve.stage');
  expect(await run(copy, 'tool.reserve.stage')).toEqual(first);
  expect(JSON.parse(await copy.read('reports/tool.reserve.stage@1.0.0.json'))).toEqual(first);
});

test.for<[string, string, string, string, string, RegExp]>([
  [
    'another result',
    'pack.money.convert',
    'tool.money.convert',
    '"61793.89"',
    '"61793.90"',
    /is "61793\.89", but the case expects "61793\.90"/,
  ],
  [
    'another exception',
    'pack.claim.lookup',
    'tool.claim.lookup',
    'lookup.not_found',
    'lookup.stale_replica',
    /has the exceptions \[lookup\.not_found \(the source does not have this record\)\], but the case expects \[lookup\.stale_replica\]/,
  ],
  [
    'an answer to a call that is refused',
    'pack.claim.lookup',
    'tool.claim.lookup',
    '{ refused: permission.denied }',
    '{ result: { status: found } }',
    /was refused with permission\.denied/,
  ],
  [
    'another refusal',
    'pack.claim.lookup',
    'tool.claim.lookup',
    'refused: permission.denied',
    'refused: run.required',
    /was refused with permission\.denied/,
  ],
  [
    'a refusal of a call that is answered',
    'pack.claim.lookup',
    'tool.claim.lookup',
    '{ result: { status: not_found }, exceptions: [lookup.not_found] }',
    '{ refused: tool.unknown }',
    /was answered, but the case expects the refusal tool\.unknown/,
  ],
])('If a golden case expects %s, the gate fails', async ([, pack, tool, from, to, told]) => {
  await using copy = await copyOfDemo();
  await copy.edit(`packs/${pack}.yaml`, from, to);
  const report = await run(copy, tool);
  expect(report.passed).toBe(false);
  expect(failed(report)).toEqual([expect.stringMatching(told)]);
});

test('If no case sends other arguments under the same key, the gate fails', async () => {
  await using copy = await copyOfDemo();
  await copy.edit(
    'packs/pack.policy.lookup.yaml',
    '    otherwise: { identifier: POL-2026-000124, source: sor.policy-admin }\n',
    '',
  );
  expect(failed(await run(copy, 'tool.policy.lookup'))).toEqual([
    'a case sends other arguments under the same key: no case with an idempotency key has the member `otherwise`. Add `otherwise`, with other arguments, to one case',
  ]);
});

test('If the stores forget a recorded call, the idempotency probes fail', async () => {
  await using copy = await copyOfDemo();
  const forgetful: GateWorldFactory = async (options) => {
    const world = await gateWorld(options);
    const { ledger } = world.system;
    return {
      ...world,
      system: {
        ...world.system,
        ledger: {
          recall: async () => undefined,
          note: (event) => ledger.note(event),
          record: async (_key, record) => ({ found: 'ours', record }),
        },
      },
    };
  };
  const told = failed(await run(copy, 'tool.policy.lookup', forgetful));
  expect(told).toContainEqual(expect.stringContaining('the repeated call was not answered as a replay'));
  expect(told).toContainEqual(expect.stringContaining('a call with other arguments and the same key was answered'));
  expect(told).toContainEqual(expect.stringContaining('the call wrote 0 events instead of 1'));
});

test('If a call leaves a row that its effect class does not allow, the side-effect probes fail', async () => {
  await using copy = await copyOfDemo();
  let more = 0;
  const leaky: GateWorldFactory = async (options) => {
    const world = await gateWorld(options);
    return { ...world, counts: () => ({ ...world.counts(), actions: (more += 1) }) };
  };
  expect(failed(await run(copy, 'tool.claim.lookup', leaky))).toContainEqual(
    expect.stringContaining('the call wrote 1 actions instead of 0'),
  );
});

test('If a tool without connectors reads a system of record, the side-effect probes fail', async () => {
  await using copy = await copyOfDemo();
  let reads = 0;
  const reading: GateWorldFactory = async (options) => {
    const world = await gateWorld(options);
    return { ...world, counts: () => ({ ...world.counts(), reads: (reads += 1) }) };
  };
  expect(failed(await run(copy, 'tool.money.convert', reading))).toContainEqual(
    expect.stringContaining('read a system of record 1 times'),
  );
});

test('If the tool version does not exist, the gate is refused with the nearest name', async () => {
  await using copy = await copyOfDemo();
  await expect(run(copy, 'tool.claim.lokup')).rejects.toThrow(
    'there is no tool version tool.claim.lokup@1.0.0. Did you mean tool.claim.lookup@1.0.0?',
  );
});
