import { effectClasses } from '../../../contract/effects.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { Release } from '../../../contract/system.ts';

export interface Touch {
  readonly port: string;
  readonly method: string;
  /** `port.method`, followed by the arguments as JSON. */
  readonly what: string;
}

/** Names of the ports of all effect classes. The suite watches a new port as soon as a class declares it. */
export const portNames = [...new Set(Object.values(effectClasses).flatMap(({ ports }) => ports as readonly string[]))];

/** Returns all ports without an implementation. If a sample calls one, the call throws the port's name. */
export const portsWithoutImplementation = (): Ports =>
  Object.fromEntries(
    portNames.map((name) => [
      name,
      new Proxy(
        {},
        {
          get: (_, method) => () => {
            throw new Error(`${name}.${String(method)} is nobody's`);
          },
        },
      ),
    ]),
  ) as unknown as Ports;

/** Returns ports that note each call of a method in `touched` before they make it. */
export const watched = (ports: Ports, touched: Touch[]): Ports =>
  Object.fromEntries(
    portNames.map((name) => [name, watchedPort(name, ports[name as keyof Ports], touched)]),
  ) as unknown as Ports;

const watchedPort = (port: string, target: object, touched: Touch[]): object =>
  new Proxy(target, {
    get(_, method) {
      const member: unknown = Reflect.get(target, method, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        touched.push({ port, method: String(method), what: `${port}.${String(method)} ${JSON.stringify(args)}` });
        return member.apply(target, args) as unknown;
      };
    },
  });

/** Returns a release that notes each artefact in `loaded` when it is loaded. */
export const loading = (release: Release, loaded: string[]): Release => ({
  ...release,
  load: (descriptor) => {
    loaded.push(`${descriptor.name}@${descriptor.version}`);
    return release.load(descriptor);
  },
});
