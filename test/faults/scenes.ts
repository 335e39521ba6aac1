import type { Scene } from './scene.ts';
import { logScenes } from './scenes/log.ts';
import { readScenes } from './scenes/reads.ts';
import { changeScenes } from './scenes/changes.ts';
import { sourceScenes } from './scenes/sources.ts';
import { stepScenes } from './scenes/steps.ts';
import { toolScenes } from './scenes/tools.ts';

/** One request to each function, or several if the function has several. */
export const scenes: readonly Scene[] = [
  ...toolScenes,
  ...readScenes,
  ...changeScenes,
  ...sourceScenes,
  ...stepScenes,
  ...logScenes,
];
