import { effectClasses } from '../../../contract/effects.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { Release } from '../../../contract/system.ts';

export interface Touch {
  readonly port: string;
  readonly method: string;
  /** `port.method` and its arguments as JSON. */
  readonly what: string;
}

/** The ports of all effect classes. A new port is watched as soon as it is declared. */
export const portNames = [...new Set(Object.values(effectClasses).flatMap(({ ports }) => ports as readonly string[]))];

/** Every port, without an implementation. A specimen that calls a foreign port fails with its name. */
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

/** The same ports. Each call of a method is noted before it is made. */
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

/** The same release. Each loaded artefact is noted. */
export const loading = (release: Release, loaded: string[]): Release => ({
  ...release,
  load: (descriptor) => {
    loaded.push(`${descriptor.name}@${descriptor.version}`);
    return release.load(descriptor);
  },
});
