import type { Action } from '../contract/rows/action.ts';
import type { ActionKind } from '../contract/artefacts/action-kind.ts';
import { changeable, type HttpSor } from '../contract/artefacts/sor.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Library, Release } from '../contract/system.ts';

/**
 * Returns the release under which an Action was staged. If this build no longer has that release, returns the bundled
 * one, provided that it has the same digests for everything that the Action relies on. A deploy alone must not void an
 * Action.
 */
export async function authoredRelease(library: Library, action: Action): Promise<Release | undefined> {
  const own = await library.open(action.release);
  if (own) return own;
  const bundled = await library.open(library.bundled);
  const { pins } = action.authoring;
  const sors = [action.target, ...Object.values(action.lookups ?? {})].map(({ sor }) => sorPins(action, sor));
  // An SoR whose file is not among the pins cannot be compared.
  if (sors.some((one) => one === undefined)) return undefined;
  const named = [
    `${action.tool}@${action.toolVersion}`,
    `${action.kind}@${action.kindVersion}`,
    ...sors.flatMap(whole),
  ];
  const same = named.every((name) => pins[name] !== undefined && pins[name] === bundled?.pins[name]);
  return same ? bundled : undefined;
}

/**
 * Returns the pinned names of an SoR's file. Empty for the platform's own objects, which have no file. Undefined if the
 * pins lack the file.
 */
function sorPins({ authoring }: Action, sor: string): readonly string[] | undefined {
  if (sor === internalTarget) return [];
  const names = Object.keys(authoring.pins).filter((name) => name.startsWith(`${sor}@`));
  return names.length === 0 ? undefined : names;
}

const whole = (names: readonly string[] | undefined): readonly string[] => names ?? [];

/**
 * Returns the SoR with this name. Without a name, returns the SoR that the Action changes. Undefined if the release
 * does not have it, or if the platform cannot send changes to it.
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
