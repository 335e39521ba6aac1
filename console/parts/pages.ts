import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** A list that the API answers in pages. Without `cursor`, it was the last page. */
export interface Paged {
  readonly cursor?: string;
}

export interface PagesSoFar<P> {
  readonly pages: readonly P[];
  readonly error?: unknown;
  readonly reading: boolean;
  /** Reads the next page. Undefined if there is none. */
  readonly more?: () => void;
  /** Reads the page again that failed. */
  readonly again: () => void;
}

/** Reads the first page when the part appears, and further pages when the person asks for them. */
export function usePages<P extends Paged>(
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
): PagesSoFar<P> {
  const [pages, setPages] = useState<readonly P[]>([]);
  const [error, setError] = useState<unknown>();
  const [reading, setReading] = useState(true);
  const controller = useRef<AbortController>(undefined);
  const current = useRef(read);
  current.current = read;
  const cursor = pages.at(-1)?.cursor;

  const next = useCallback((after: string | undefined) => {
    controller.current?.abort();
    const under = new AbortController();
    controller.current = under;
    setReading(true);
    setError(undefined);
    current
      .current(after, under.signal)
      .then((page) => !under.signal.aborted && setPages((before) => [...before, page]))
      .catch((failed: unknown) => !under.signal.aborted && setError(failed))
      .finally(() => !under.signal.aborted && setReading(false));
  }, []);
  useEffect(() => {
    next(undefined);
    return () => controller.current?.abort();
  }, [next]);
  const again = (): void => next(cursor);
  return { pages, error, reading, again, ...(cursor === undefined ? {} : { more: again }) };
}
