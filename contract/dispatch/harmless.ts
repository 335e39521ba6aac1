import type { Observer } from '../system.ts';

/** An observer that decides nothing: where watching fails, what it watches is done once all the same, and answered. */
export const harmless = (observer: Observer): Observer => ({
  async span(name, inside) {
    let work: ReturnType<typeof inside> | undefined;
    try {
      await observer.span(name, (add) => (work ??= inside((facts) => quietly(() => add(facts)))));
    } catch {
      // Of the watching, or of the work: the work's own failure is told by awaiting it.
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
    // Telemetry alone is lost; the event stands in the ledger.
  }
}
