import { useEffect, useState } from 'preact/hooks';

/** Returns the present instant in milliseconds, renewed every `everyMillis`. */
export function useNow(everyMillis: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis]);
  return now;
}
