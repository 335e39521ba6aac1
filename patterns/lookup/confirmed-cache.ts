/** An answer of a system of record, with the version that the system gave to the record. */
export interface Confirmable {
  readonly version: string;
  readonly body: string;
}

const maxEntries = 256;
const maxCharacters = 4 * 1024 * 1024;

export interface ConfirmedCache {
  get(key: string): Confirmable | undefined;
  set(key: string, answer: Confirmable): void;
  drop(key: string): void;
}

/**
 * Caches answers of systems of record. An answer may be used again only after its system has confirmed that the version
 * is still current. The number and size are limited, and the least recently used answer is dropped first. Answers are
 * kept as text, so that no call can change what another call reads.
 */
export function confirmedCache(): ConfirmedCache {
  const held = new Map<string, Confirmable>();
  let characters = 0;
  const drop = (key: string): void => {
    characters -= held.get(key)?.body.length ?? 0;
    held.delete(key);
  };
  return {
    get: (key) => {
      const answer = held.get(key);
      if (answer) {
        held.delete(key);
        held.set(key, answer);
      }
      return answer;
    },
    set: (key, answer) => {
      drop(key);
      held.set(key, answer);
      characters += answer.body.length;
      for (const oldest of held.keys()) {
        if (held.size <= maxEntries && characters <= maxCharacters) break;
        drop(oldest);
      }
    },
    drop,
  };
}
