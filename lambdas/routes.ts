import { Failure } from '../contract/failures.ts';
import type { RoutedFunction, RouteOf } from '../contract/platform/functions.ts';
import type { HttpAnswer, HttpRequest } from './http.ts';

export type Handle = (request: HttpRequest) => Promise<HttpAnswer>;

/** One handler for each route that the contract gives to the function. A missing handler does not compile. */
export type Routes<F extends RoutedFunction> = Readonly<Record<RouteOf<F>, Handle>>;

/**
 * Returns a handler that passes a request to the handler of its route. The gateway sends only routes of the table; any
 * other route is refused.
 */
export const byRoute =
  (routes: Readonly<Record<string, Handle>>): Handle =>
  async (request) => {
    const { routeKey } = request.event;
    const handle = Object.hasOwn(routes, routeKey) ? routes[routeKey] : undefined;
    if (!handle) throw new Failure('function.unknown', 'there is nothing at this path');
    return handle(request);
  };
