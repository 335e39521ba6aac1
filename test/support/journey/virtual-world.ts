import { afterAll, beforeAll, vi } from 'vitest';
import type { FaultPlan } from '../../../adapters/memory/faults.ts';
import { startsAtMillis } from './client.ts';
import { demoPlane, type DemoPlane } from './demo-plane.ts';
import { demoRelease } from './demo-release.ts';
import { startSystemOfRecord, type SystemOfRecord } from './system-of-record.ts';
import { Timeline } from './timeline.ts';
import { useClock, virtualNow, replaceSleeps } from './virtual-timers.ts';

/**
 * Starts one system of record and compiles one release of the demo for a test file.
 *
 * @returns a function that builds a plane with them, and with a virtual clock behind `Date.now`
 */
export function virtualWorld(): (faults?: FaultPlan) => Promise<DemoPlane> {
  let sor: SystemOfRecord | undefined;
  let release: Awaited<ReturnType<typeof demoRelease>> | undefined;
  let restoreSleeps: (() => void) | undefined;
  beforeAll(async () => {
    sor = await startSystemOfRecord();
    release = await demoRelease(sor.url);
    vi.spyOn(Date, 'now').mockImplementation(virtualNow);
    restoreSleeps = replaceSleeps();
  });
  afterAll(async () => {
    restoreSleeps?.();
    vi.restoreAllMocks();
    await release?.remove();
    await sor?.close();
  });
  return async (faults) => {
    if (!sor || !release) throw new Error('the system of record and the release exist only while tests run');
    const time = new Timeline(startsAtMillis);
    useClock(time);
    return demoPlane({
      library: release.library,
      release: release.release.id,
      sor,
      time,
      ...(faults === undefined ? {} : { faults }),
    });
  };
}
