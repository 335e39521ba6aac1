import type { Demo } from './demo-file.ts';
import type { Up } from './up.ts';

/** Demo instance on which a journey is played. */
export interface Stage {
  /** True if an earlier start left the instance running. */
  isUp(): boolean;
  bringUp(): Promise<Pick<Up, 'cloud' | 'sor' | 'demo'>>;
  play(demo: Demo): Promise<void>;
  bringDown(): Promise<unknown>;
}

export interface Played {
  readonly demo: Demo;
  /**
   * `stays` means that the instance was already running before. It keeps running even with `once`, because it has
   * somebody's data.
   */
  readonly outcome: 'kept' | 'stays' | 'ended';
}

/**
 * Plays the journey. With `once` it then ends everything that it started, even if the journey fails. It never ends an
 * instance that was already running.
 */
export async function playOn(stage: Stage, once: boolean): Promise<Played> {
  const found = stage.isUp();
  const ends = once && !found;
  try {
    const { cloud, sor, demo } = await stage.bringUp();
    await stage.play(demo);
    if (!ends) {
      await sor.keep();
      await cloud.keep();
    }
    return { demo, outcome: ends ? 'ended' : found ? 'stays' : 'kept' };
  } finally {
    if (ends) await stage.bringDown();
  }
}
