import type { Action } from '../contract/rows/action.ts';
import type { ActionKind } from '../contract/artefacts/action-kind.ts';
import { changeable, type HttpSor } from '../contract/artefacts/sor.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Library, Release } from '../contract/system.ts';

/**
 * The release that an Action was authored under. Where this build no longer holds it, the bundled one serves, if all that
 * the Action rests on stands in it with the same digests: a deploy voids nothing by itself.
 */
export async function authoredRelease(library: Library, action: Action): Promise<Release | undefined> {
  const own = await library.open(action.release);
  if (own) return own;
  const bundled = await library.open(library.bundled);
  const { pins } = action.authoring;
  const sors = [action.target, ...Object.values(action.lookups ?? {})].map(({ sor }) => sorPins(action, sor));
  // A system without its file among the pins is none that can be compared.
  if (sors.some((one) => one === undefined)) return undefined;
  const named = [
    `${action.tool}@${action.toolVersion}`,
    `${action.kind}@${action.kindVersion}`,
    ...sors.flatMap(whole),
  ];
  const same = named.every((name) => pins[name] !== undefined && pins[name] === bundled?.pins[name]);
  return same ? bundled : undefined;
}

/** Names of the pins of a system's file: none for the platform's own objects; undefined where they should be there. */
function sorPins({ authoring }: Action, sor: string): readonly string[] | undefined {
  if (sor === internalTarget) return [];
  const names = Object.keys(authoring.pins).filter((name) => name.startsWith(`${sor}@`));
  return names.length === 0 ? undefined : names;
}

const whole = (names: readonly string[] | undefined): readonly string[] => names ?? [];

/**
 * The system that the Action changes, or another by its name; undefined if the release has no such system, or one that is
 * never changed.
 */
export async function sorOf(release: Release, { target }: Action, name = target.sor): Promise<HttpSor | undefined> {
  const descriptor = release.describe('Sor', name);
  const sor = descriptor && (await release.load(descriptor));
  return sor && changeable(sor);
}

export async function kindOf(release: Release, { kind, kindVersion }: Action): Promise<ActionKind | undefined> {
  const descriptor = release.describe('ActionKind', `${kind}@${kindVersion}`);
  return descriptor && release.load(descriptor);
}
