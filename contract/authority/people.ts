import { skeleton } from './confusables.ts';
import type { Actor } from './identity.ts';

/** A human as the user pool describes it now. */
export interface Person {
  /**
   * The immutable id that the user pool gave this human. A login can be given to somebody else later; a `sub` cannot.
   */
  readonly sub: string;
  readonly login: string;
  /** For somebody who signs in through another identity provider, the groups are those of the last sign-in. */
  readonly groups: readonly string[];
}

export interface People {
  /**
   * Finds a human by login. Undefined if the login does not exist or is disabled.
   * @throws Failure `dependency.unavailable`
   */
  find(login: string): Promise<Person | undefined>;
}

/** An agent's owner, bound once to a human of the user pool. */
export interface BoundOwner {
  readonly login: string;
  readonly sub: string;
  /** The instant of the binding; ISO 8601, UTC. */
  readonly at: string;
}

export interface Owners {
  /**
   * Finds the binding of a login.
   * @throws Failure `dependency.unavailable`
   */
  find(login: string): Promise<BoundOwner | undefined>;
}

/**
 * Returns a name in NFKC, without upper and lower case, and with one letter i instead of the four of Latin and Turkish. Two
 * names with the same form are spelled alike.
 */
export const foldedName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('i\u0307', 'i');

/**
 * Returns the forms of a name, with the letters of other alphabets replaced by those that they look like. Two names that
 * share a form look alike to a reader. A letter may look like another in one case only, so there is one form for each case.
 */
export const formsOfName = (name: string): readonly string[] => [
  skeleton(foldedName(name)),
  foldedName(skeleton(name.normalize('NFKC'))),
];

/** Returns true if two names are equal, or look alike. */
export const looksAlike = (one: string, other: string): boolean => {
  const forms = formsOfName(other);
  return formsOfName(one).some((form, i) => form === forms[i]);
};

/**
 * Returns true if two actors have the same kind and id, or names that look alike. An agent and a human whose names look
 * alike count as the same actor.
 */
export const isSameActor = (one: Actor, other: Actor): boolean =>
  (one.kind === other.kind && one.id === other.id) || looksAlike(one.name, other.name);
