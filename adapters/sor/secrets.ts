/** Reads a secret by its id from the secret store, and rejects if it cannot. */
export type FetchSecret = (id: string) => Promise<string>;

export interface SecretReader {
  read(id: string): Promise<string>;
  /** Called after the peer answered 401: the secret was rotated, and the next read must fetch it again. */
  forget(id: string): void;
}

/**
 * A small cache in front of a secret store, so that a warm function does not fetch the secret for each request. A value
 * is used for `maxAgeMillis` at most, so a rotation is seen within that time. Parallel reads share one fetch. A failure
 * is not cached.
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
