/** Reads a secret by its id from the secret store. It rejects if the secret cannot be read. */
export type FetchSecret = (id: string) => Promise<string>;

export interface SecretReader {
  read(id: string): Promise<string>;
  /** Drops a cached secret. Called after the peer answered 401, which means that the secret may have been rotated. */
  forget(id: string): void;
}

/**
 * Caches secrets, so that a warm function does not fetch one for each request. A value is used for at most
 * `maxAgeMillis`, so a rotation is noticed within that time. Parallel reads share one fetch, and a failure is not
 * cached.
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
