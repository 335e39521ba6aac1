import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gate } from '../../registry/gate/gate.ts';
import type { GateReport } from '../../registry/tenant/schemas/report-file.ts';
import type { Given, Io } from '../command.ts';
import { gateWorld } from './world.ts';
import { toolAtVersion } from '../tool-at-version.ts';

/** Runs the gate of the tool version that the command line names, and prints the outcome unless `--json` is set. */
export async function runGate({ operands, tenantsDir, tenant, json }: Given, io: Io): Promise<GateReport> {
  const named = toolAtVersion(operands[0]);
  const folder = await mkdtemp(join(tmpdir(), 'logic-plane-gate-'));
  try {
    const report = await gate({ tenantsDir, tenant, ...named, work: join(folder, 'release'), world: gateWorld });
    if (!json) tell(report, io);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tell({ tool, version, passed, cases, probes }: GateReport, io: Io): void {
  const mark = (ok: boolean): string =>
    io.color ? (ok ? '\u001B[32mok\u001B[0m  ' : '\u001B[31mFAIL\u001B[0m') : ok ? 'ok  ' : 'FAIL';
  for (const one of cases) io.out(`${mark(one.passed)} ${one.name}${one.passed ? '' : `: ${one.detail ?? ''}`}\n`);
  for (const one of probes.filter((probe) => !probe.passed))
    io.out(`${mark(false)} ${one.name}: ${one.detail ?? ''}\n`);
  const count = (all: readonly { passed: boolean }[]): string =>
    `${all.filter((one) => one.passed).length}/${all.length}`;
  io.out(`${tool}@${version} ${passed ? 'passed' : 'failed'}: ${count(cases)} cases, ${count(probes)} probes\n`);
}
