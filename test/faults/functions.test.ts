import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HttpAnswer } from '../../lambdas/http.ts';
import { outsideTable } from './manners.ts';
import type { Outside } from './outside.ts';
import { brokenBy } from './laws.ts';
import { play, type Played } from './play.ts';
import { portTable } from './ports.ts';
import { scenes } from './scenes.ts';
import type { Scene } from './scene.ts';

/** The calls of a scene at which faults are injected. Of many equal calls in a row, only the first and the last. */
function pointsOf({ points }: Played): Played['points'] {
  return points.filter(({ name, index }) => points[index - 1]?.name !== name || points[index + 1]?.name !== name);
}

/** Plays every cell of the table of faults for a scene. Returns the cells that broke a law. */
async function brokenCells(scene: Scene, clean: Played): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const point of pointsOf(clean)) {
    for (const kind of point.faults) {
      const played = await play(scene, { index: point.index, kind });
      const laws = brokenBy({ scene, point, kind, clean, played });
      if (laws.length > 0) broken.push(`${kind} at call ${point.index}, ${point.name}: ${laws.join('; ')}`);
    }
  }
  return broken;
}

const clean = new Map<Scene, Promise<Played>>();
const cleanOf = (scene: Scene): Promise<Played> => {
  const played = clean.get(scene) ?? play(scene);
  clean.set(scene, played);
  return played;
};

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

it('If the log of failures fails, a failed request is still answered with its event', async () => {
  const scene = scenes.find(({ of }) => of === 'runs');
  if (!scene) throw new Error('the function runs has a scene');
  const opened = await scene.open();
  const failing = async () => Promise.reject(new Error('away'));
  const observer = { ...opened.outside.observer, failed: () => void failedLog() } as Outside['observer'];
  const failedLog = (): never => {
    throw new Error('the log is away');
  };
  const outside = { ...opened.outside, observer, library: { open: failing } } as Outside;
  const answer = (await opened.invoke(outside)) as HttpAnswer;
  expect(answer.statusCode).toBe(500);
  const refused = opened.events().filter(({ kind }) => kind === 'request');
  expect(refused.map(({ eventId }) => eventId)).toEqual([answer.headers?.['audit-event-id']]);
});

describe('A fault at any call that a function makes', () => {
  it.each(scenes.map((scene) => [scene.of, scene.title, scene] as const))(
    '%s, %s: whichever call fails in whichever way, the answer is typed and in time, no effect happens twice, and a retry heals it',
    async (_of, _title, scene) => {
      const whole = await cleanOf(scene);
      expect(whole.isDone || !scene.isHttp, JSON.stringify(whole.first)).toBe(true);
      expect(await brokenCells(scene, whole)).toEqual([]);
    },
  );

  it('Each port of each function is used in one of its scenes, through the things that the table of ports names', async () => {
    const played: (Played & Pick<Scene, 'of'>)[] = [];
    for (const scene of scenes) {
      const whole = await cleanOf(scene);
      // A refusal is reported to the observer, and an answer is not.
      const failing = whole.points.findLast(({ faults }) => faults.includes('before'));
      const refused = await play(scene, { index: failing?.index ?? 0, kind: 'before' });
      played.push({ of: scene.of, ...whole }, { of: scene.of, ...refused });
    }
    const used = Object.keys(portTable).map((of) => {
      const own = played.filter((one) => one.of === of);
      return {
        of,
        ports: sorted(own.flatMap(({ touched }) => [...touched])),
        things: sorted(own.flatMap(({ points }) => points.map(({ name }) => name.split('.')[0] ?? ''))),
      };
    });
    const declared = Object.entries(portTable).map(([of, ports]) => {
      const named = Object.entries(ports).filter(([, madeOf]) => madeOf !== 'given');
      return { of, ports: sorted(named.map(([port]) => port)), things: sorted(named.flatMap(([, madeOf]) => madeOf)) };
    });
    expect(
      used.map(({ of, ports }, i) => ({ of, ports: ports.filter((port) => declared[i]?.ports.includes(port)) })),
    ).toEqual(declared.map(({ of, ports }) => ({ of, ports })));
    expect(used.map(({ of, things }) => ({ of, things }))).toEqual(declared.map(({ of, things }) => ({ of, things })));
  });

  it('Each thing outside of the functions is part of a port', () => {
    const parts = new Set<string>(Object.values(portTable).flatMap((ports) => Object.values(ports).flat()));
    expect(Object.keys(outsideTable).filter((thing) => !parts.has(thing))).toEqual([]);
  });
});
