import type { Caller } from '../../../contract/authority/identity.ts';
import type { FailureCode } from '../../../contract/failures.ts';
import type { RoutedFunction } from '../../../contract/platform/functions.ts';
import type { HttpHandler } from '../../../lambdas/http.ts';
import { eventOf, type Asked } from '../../support/journey/gateway.ts';
import type { Outside } from '../outside.ts';
import type { PortsOf } from '../ports.ts';
import { sceneOf, type Scene } from '../scene.ts';
import { planeOf, type Plane } from './plane.ts';
import type { Stage } from './stage.ts';

interface Request<F extends RoutedFunction> {
  readonly of: F;
  readonly stage: () => Promise<Stage>;
  readonly ports: (outside: Outside) => PortsOf[F];
  readonly handler: (ports: PortsOf[F]) => HttpHandler;
  readonly by: Caller;
  /** Prepares the world further, and returns what the caller sends. */
  readonly asked: (plane: Plane) => Promise<Omit<Asked, 'who' | 'route'>> | Omit<Asked, 'who' | 'route'>;
  readonly outside?: Partial<Outside>;
}

export const requestScene = <F extends RoutedFunction>(
  title: string,
  { of, stage, ports, handler, by, asked, outside = {} }: Request<F>,
  more: { readonly spent?: readonly FailureCode[]; readonly isSilent?: boolean } = {},
): Scene =>
  sceneOf({ of, title, ...more }, async () => {
    let event: ReturnType<typeof eventOf> | undefined;
    const world = await planeOf<F>(await stage(), (plane) => ({
      ports,
      invoke: async (given) =>
        handler(given)((event ??= eventOf({ who: by, route: routeIn(title), ...(await asked(plane)) }))),
    }));
    return { ...world, outside: { ...world.outside, ...outside } };
  });

/** Returns the route in the title of a scene. */
export const routeIn = (title: string): string => title.replace(/,.*/, '');

export const ofAction = ({ stage }: Plane) => ({ path: { id: stage.actionId } });
export const ofTask = ({ stage }: Plane) => ({ path: { id: stage.taskId } });
