import type { Observer } from '../system.ts';

/** An observer that cannot change an outcome. If observing fails, the observed work is still done once and answered. */
export const harmless = (observer: Observer): Observer => ({
  async span(name, inside) {
    let work: ReturnType<typeof inside> | undefined;
    try {
      await observer.span(name, (add) => (work ??= inside((facts) => quietly(() => add(facts)))));
    } catch {
      // The error is the observer's or the work's own. Awaiting the work tells its own error.
    }
    return work ?? inside(() => undefined);
  },
  dispatched: (measure) => quietly(() => observer.dispatched(measure)),
  failed: (error, eventId) => quietly(() => observer.failed(error, eventId)),
});

function quietly(watch: () => void): void {
  try {
    watch();
  } catch {
    // Only telemetry is lost. The event is in the ledger.
  }
}
