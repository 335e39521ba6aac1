/** An answer of a source, under the version that the source gave. */
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
 * Answers that may be given again, but only after their source has confirmed the version. Limited by number and size;
 * the least recently used goes first. It holds text, so that nobody can change what another call will read.
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
