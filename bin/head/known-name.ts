import type { Release } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';

/**
 * A name that the release knows. One that it does not know would stand in the head and stop nothing, while whoever put it
 * there believes that the tool is stopped.
 * @throws UsageError
 */
export function knownName(release: Release, name: string): void {
  const [tool = '', version] = name.split('@');
  const tools = release.tools();
  if (!tools.includes(tool)) throw new UsageError(`the release in force has no ${tool}. ${suggestion(tool, tools)}`);
  const versions = release.versions(tool).map((one) => `${tool}@${one}`);
  if (version !== undefined && !versions.includes(name)) {
    throw new UsageError(`the release in force has no ${name}. Use one of: ${versions.join(', ')}`);
  }
}
