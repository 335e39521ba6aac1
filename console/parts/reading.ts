import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useRepeated } from './repeated.ts';

/** The last answer that a part of the page has read from the API. A failed reading keeps the last value. */
export interface ReadSoFar<T> {
  readonly value?: T;
  readonly error?: unknown;
  readonly again: () => void;
}

/**
 * Reads from the API when the part appears, when `key` changes, when the network or the tab comes back, and every
 * `everyMillis` while the tab is visible and the person is there. A reading that is overtaken by a newer one is cancelled.
 */
export function useReading<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  everyMillis?: number,
): ReadSoFar<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: unknown }>({ key });
  const current = useRef(read);
  current.current = read;
  const under = useRef<AbortController>(undefined);

  const again = useCallback(() => {
    under.current?.abort();
    const controller = new AbortController();
    under.current = controller;
    current.current(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ key, value }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState((last) => (last.key === key && last.value !== undefined ? { ...last, error } : { key, error }));
      },
    );
  }, [key]);

  useEffect(() => {
    again();
    return () => under.current?.abort();
  }, [again]);
  useComingBack(again);
  useRepeated(again, everyMillis);
  return state.key === key ? { ...state, again } : { again };
}

/** Calls `act` when the network comes back, and when the tab becomes visible again. */
function useComingBack(act: () => void): void {
  useEffect(() => {
    const visible = (): void => {
      if (document.visibilityState === 'visible') act();
    };
    addEventListener('online', act);
    document.addEventListener('visibilitychange', visible);
    return () => {
      removeEventListener('online', act);
      document.removeEventListener('visibilitychange', visible);
    };
  }, [act]);
}
