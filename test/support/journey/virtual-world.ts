import { afterAll, beforeAll, vi } from 'vitest';
import type { FaultPlan } from '../../../adapters/memory/faults.ts';
import { startsAtMillis } from './client.ts';
import { demoPlane, type DemoPlane } from './demo-plane.ts';
import { demoRelease } from './demo-release.ts';
import { systemOfRecord, type SystemOfRecord } from './system-of-record.ts';
import { Timeline } from './timeline.ts';
import { goBy, virtualNow, virtualSleeps } from './virtual-timers.ts';

/**
 * For a test file: one system of record and one release of the demo. @returns a function that makes a plane over them, with
 * its own clock for `Date.now`
 */
export function virtualWorld(): (faults?: FaultPlan) => Promise<DemoPlane> {
  let sor: SystemOfRecord | undefined;
  let release: Awaited<ReturnType<typeof demoRelease>> | undefined;
  let wake: (() => void) | undefined;
  beforeAll(async () => {
    sor = await systemOfRecord();
    release = await demoRelease(sor.url);
    vi.spyOn(Date, 'now').mockImplementation(virtualNow);
    wake = virtualSleeps();
  });
  afterAll(async () => {
    wake?.();
    vi.restoreAllMocks();
    await release?.remove();
    await sor?.close();
  });
  return async (faults) => {
    if (!sor || !release) throw new Error('not yet');
    const time = new Timeline(startsAtMillis);
    goBy(time);
    return demoPlane({ library: release.library, sor, time, ...(faults === undefined ? {} : { faults }) });
  };
}
