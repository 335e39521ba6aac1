import { UsageError } from '../lib/usage-error.ts';

/** `tool.claim.lookup@1.0.0` as its two parts. @throws UsageError */
export function toolAtVersion(operand: string | undefined): { tool: string; version: string } {
  const [tool = '', version = '', more] = (operand ?? '').split('@');
  if (tool === '' || version === '' || more !== undefined) {
    throw new UsageError('this command takes one tool version. Name it as tool.claim.lookup@1.0.0');
  }
  return { tool, version };
}
