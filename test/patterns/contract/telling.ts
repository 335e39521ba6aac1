import type { Observer } from '../../../contract/system.ts';

/** An observer that notes everything. Of a failure it keeps only the event id, because the error may quote a value. */
export const telling = (told: unknown[]): Observer => ({
  async span(name, inside) {
    told.push({ span: name });
    return inside((facts) => void told.push({ span: name, facts }));
  },
  dispatched: (measure) => void told.push({ measure }),
  failed: (_error, eventId) => void told.push({ failed: eventId }),
});
