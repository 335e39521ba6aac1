import type { Release } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';

/**
 * Checks that the release has the tool or tool version. Without this check a mistyped name would stop nothing, and the
 * operator would believe that the tool is stopped.
 * @throws UsageError if the release does not have it
 */
export function knownName(release: Release, name: string): void {
  const [tool = '', version] = name.split('@');
  const tools = release.tools();
  if (!tools.includes(tool))
    throw new UsageError(`the release in force has no tool ${tool}. ${suggestion(tool, tools)}`);
  const versions = release.versions(tool).map((one) => `${tool}@${one}`);
  if (version !== undefined && !versions.includes(name)) {
    throw new UsageError(`the release in force has no tool version ${name}. Use one of: ${versions.join(', ')}`);
  }
}
