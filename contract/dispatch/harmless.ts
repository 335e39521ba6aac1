import type { Observer } from '../system.ts';

/**
 * Wraps an observer so that its errors cannot change an outcome. If the observer fails, the observed work is still done
 * exactly once.
 */
export const harmless = (observer: Observer): Observer => ({
  async span(name, inside) {
    let work: ReturnType<typeof inside> | undefined;
    try {
      await observer.span(name, (add) => (work ??= inside((facts) => quietly(() => add(facts)))));
    } catch {
      // The error came from the observer or from the work. If it came from the work, awaiting the work below throws it
      // again.
    }
    return work ?? inside(() => undefined);
  },
  dispatched: (measure) => quietly(() => observer.dispatched(measure)),
  failed: (error, eventId) => quietly(() => observer.failed(error, eventId)),
});

/** Tells telemetry something. If the telemetry fails, nothing else does. */
export function quietly(watch: () => void): void {
  try {
    watch();
  } catch {
    // Only telemetry is lost. The event is in the ledger.
  }
}
