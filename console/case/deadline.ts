import { useEffect } from 'preact/hooks';
import type { TaskCase } from '../api/answers.ts';

/** The platform needs a moment to end a Task whose deadline has passed. */
const momentMillis = 1000;
/** A browser fires a longer timer at once (HTML, 8.7: a signed integer of 32 bits). */
const longestTimer = 2 ** 31 - 1;

/** Calls `act` a moment after the deadline of an open Task, so that the page says in words that the Task has expired. */
export function useAtDeadline({ state, dueAt }: TaskCase['task'], act: () => void): void {
  useEffect(() => {
    const left = Date.parse(dueAt) - Date.now();
    if (state !== 'open' || left <= 0) return undefined;
    const timer = setTimeout(act, Math.min(left + momentMillis, longestTimer));
    return () => clearTimeout(timer);
  }, [state, dueAt, act]);
}
