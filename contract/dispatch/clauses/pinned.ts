import type { Pinned, Typed } from '../../call.ts';
import { join } from '../../authority/markings.ts';
import type { RefSlots } from '../../pattern.ts';
import { resolveRefs, type RefReaders } from '../refs.ts';

/**
 * Resolves the references in the arguments to their digests and markings. The content of a referenced artefact or
 * source is loaded only after the PDP has allowed the call.
 */
export const pinned =
  <Args>(refs: RefSlots, readers: RefReaders) =>
  async (call: Typed<Args>): Promise<Pinned<Args>> => {
    const { slots, markings, pins, missing } = await resolveRefs(refs, call, readers);
    const named = `${call.record.id}@${call.record.version}`;
    return {
      ...call,
      resolved: slots,
      missing,
      pins: { [named]: call.release.pins[named] ?? '', ...pins },
      markings: join(call.inForce.markings, call.record.reaches, markings),
    };
  };
