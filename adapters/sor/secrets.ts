/** Reads a secret by its id, rejecting where it cannot be had: the adapter of the secret store. */
export type FetchSecret = (id: string) => Promise<string>;

export interface SecretReader {
  read(id: string): Promise<string>;
  /** After the peer answered 401: the secret was rotated, and the next read must not come from here. */
  forget(id: string): void;
}

/**
 * A secret store behind a small cache, since a warm function would else pay a call for each request. A value is answered
 * for `maxAgeMillis` at most, so a rotation is seen within that time; reads at once share one fetch; a failure is not
 * kept.
 */
export const secretReader = (options: {
  readonly fetchSecret: FetchSecret;
  readonly maxAgeMillis: number;
  readonly now?: () => number;
}): SecretReader => {
  const { fetchSecret, maxAgeMillis, now = Date.now } = options;
  const kept = new Map<string, { readonly since: number; readonly value: Promise<string> }>();

  const fetched = (id: string): Promise<string> => {
    const entry = { since: now(), value: fetchSecret(id) };
    kept.set(id, entry);
    entry.value.catch(() => {
      if (kept.get(id) === entry) kept.delete(id);
    });
    return entry.value;
  };

  return {
    read: (id) => {
      const entry = kept.get(id);
      return entry !== undefined && now() - entry.since < maxAgeMillis ? entry.value : fetched(id);
    },
    forget: (id) => void kept.delete(id),
  };
};
