import { LocalFailure } from '../local/cloud/failure.ts';
import { found, type StepFinding, type CheckStep } from './check/step.ts';
import { stateMachines } from './check/state-machines.ts';
import { cloudFormation, synthesis } from './check/templates.ts';
import { format, lint, checkTypes } from './check/tools.ts';

const steps: readonly CheckStep[] = [checkTypes, lint, format, synthesis, cloudFormation, stateMachines];

/** Runs one step. A step that cannot start counts as failed, so that the remaining steps still run. */
async function attempt(step: CheckStep): Promise<StepFinding> {
  try {
    return await step.run();
  } catch (error) {
    if (!(error instanceof LocalFailure)) throw error;
    return found(false, `${error.what} ${error.why}`, error.next);
  }
}

const failed: { readonly step: CheckStep; readonly finding: Exclude<StepFinding, { ok: true }> }[] = [];
for (const step of steps) {
  const since = performance.now();
  const finding = await attempt(step);
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  process.stdout.write(`  ${finding.ok ? '✓' : '✗'} ${step.name.padEnd(52)} ${seconds.padStart(5)} s\n`);
  if (!finding.ok) failed.push({ step, finding });
}
for (const { step, finding } of failed) {
  process.stderr.write(`\n${step.name}:\n${finding.output}\n  do: ${finding.next}\n`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
