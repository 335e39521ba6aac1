import { useEffect } from 'preact/hooks';

/** A person who has not moved the pointer or pressed a key for so long is away. */
const awayMillis = 120_000;
/** While the person is away, the page reads so many times less often. Each reading writes an event to the audit log. */
const awayFactor = 6;

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const;

/**
 * Calls `act` every `everyMillis` while the tab is visible, and six times less often while the person is away. When the
 * person comes back, `act` is called at once, unless it was called less than `everyMillis` ago.
 */
export function useRepeated(act: () => void, everyMillis: number | undefined): void {
  useEffect(() => {
    if (everyMillis === undefined) return undefined;
    let activeAt = Date.now();
    let actedAt = Date.now();
    const actAfter = (millis: number): void => {
      if (document.visibilityState !== 'visible' || Date.now() - actedAt < millis) return;
      actedAt = Date.now();
      act();
    };
    const tick = (): void => {
      const away = Date.now() - activeAt >= awayMillis;
      // A timer can fire a little early, so half an interval less is enough.
      actAfter(away ? everyMillis * (awayFactor - 0.5) : everyMillis / 2);
    };
    const back = (): void => {
      activeAt = Date.now();
      actAfter(everyMillis);
    };
    const timer = setInterval(tick, everyMillis);
    for (const sign of signs) addEventListener(sign, back, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, back);
    };
  }, [act, everyMillis]);
}
