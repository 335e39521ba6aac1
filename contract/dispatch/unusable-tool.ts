import type { ToolVersion } from '../artefacts/tool-version.ts';
import type { HeadState } from '../system.ts';

/**
 * Returns the reason why a tool version cannot be used now, or undefined. A usable version is released, proved, not
 * withdrawn and not suspended.
 */
export function unusableTool(
  { id, version, release }: Pick<ToolVersion, 'id' | 'version' | 'release'>,
  { withdrawn, suspended }: Pick<HeadState, 'withdrawn' | 'suspended'>,
): 'tool.not_released' | 'tool.withdrawn' | 'tool.suspended' | undefined {
  const named = `${id}@${version}`;
  const served = release.state === 'released' || release.state === 'deprecated';
  if (!served || !release.proved) return 'tool.not_released';
  if (withdrawn.includes(named)) return 'tool.withdrawn';
  return suspended.includes(named) || suspended.includes(id) ? 'tool.suspended' : undefined;
}
