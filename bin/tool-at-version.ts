import { UsageError } from '../lib/usage-error.ts';

/** Splits `tool.claim.lookup@1.0.0` into tool and version. @throws UsageError if the operand has another form */
export function toolAtVersion(operand: string | undefined): { tool: string; version: string } {
  const [tool = '', version = '', more] = (operand ?? '').split('@');
  if (tool === '' || version === '' || more !== undefined) {
    throw new UsageError('this command takes one tool version, such as tool.claim.lookup@1.0.0');
  }
  return { tool, version };
}
