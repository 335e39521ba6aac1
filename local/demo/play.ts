import type { Demo } from './demo-file.ts';
import type { Up } from './up.ts';

/** Where a journey is played: the demo's instance. */
export interface Stage {
  /** Whether an earlier start left it up. */
  isUp(): boolean;
  bringUp(): Promise<Pick<Up, 'cloud' | 'sor' | 'demo'>>;
  play(demo: Demo): Promise<void>;
  bringDown(): Promise<unknown>;
}

export interface Played {
  readonly demo: Demo;
  /** `stays`: it was up before, whatever was asked: somebody's Actions and audit log are in it. */
  readonly outcome: 'kept' | 'stays' | 'ended';
}

/** Plays the journey, and with `once` ends what it started; never what it found. Where the journey fails, too. */
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
