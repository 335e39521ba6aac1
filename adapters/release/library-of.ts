import type { Library, Release } from '../../contract/system.ts';

/** Returns a library that opens only the given releases. */
export const libraryOf = (...releases: readonly Release[]): Library => ({
  open: async (id) => releases.find((release) => release.id === id),
});
