import type { ToolVersion } from '../artefacts/tool-version.ts';
import type { HeadState } from '../system.ts';

/** Returns the reason why a tool version cannot be used, or undefined. A usable version is released, proved and not withdrawn. */
export function unusableTool(
  { id, version, release }: Pick<ToolVersion, 'id' | 'version' | 'release'>,
  { withdrawn }: Pick<HeadState, 'withdrawn'>,
): 'tool.not_released' | 'tool.withdrawn' | undefined {
  const served = release.state === 'released' || release.state === 'deprecated';
  if (!served || !release.proved) return 'tool.not_released';
  return withdrawn.includes(`${id}@${version}`) ? 'tool.withdrawn' : undefined;
}
