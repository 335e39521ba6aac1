import type { Observer } from '../../../contract/system.ts';

/** Of a failure its event alone: the error may quote a value, and stays with the adapter. */
export const telling = (told: unknown[]): Observer => ({
  async span(name, inside) {
    told.push({ span: name });
    return inside((facts) => void told.push({ span: name, facts }));
  },
  dispatched: (measure) => void told.push({ measure }),
  failed: (_error, eventId) => void told.push({ failed: eventId }),
});
