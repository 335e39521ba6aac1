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
  const named = [`${action.tool}@${action.toolVersion}`, `${action.kind}@${action.kindVersion}`, ...sorPins(action)];
  // An external target without its SoR file among the pins is none that can be compared.
  const whole = action.target.sor === internalTarget || named.length > 2;
  const same = whole && named.every((name) => pins[name] !== undefined && pins[name] === bundled?.pins[name]);
  return same ? bundled : undefined;
}

const sorPins = ({ authoring, target }: Action): readonly string[] =>
  Object.keys(authoring.pins).filter((name) => name.startsWith(`${target.sor}@`));

/** The system that the Action changes; undefined if the release has no such system, or one that is never changed. */
export async function sorOf(release: Release, { target }: Action): Promise<HttpSor | undefined> {
  const descriptor = release.describe('Sor', target.sor);
  const sor = descriptor && (await release.load(descriptor));
  return sor && changeable(sor);
}

export async function kindOf(release: Release, { kind, kindVersion }: Action): Promise<ActionKind | undefined> {
  const descriptor = release.describe('ActionKind', `${kind}@${kindVersion}`);
  return descriptor && release.load(descriptor);
}
