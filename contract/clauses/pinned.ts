import type { Pinned, Typed } from '../call.ts';
import { join } from '../markings.ts';
import type { RefSlots } from '../pattern.ts';
import type { Ports } from '../ports.ts';
import { resolveRefs } from '../refs.ts';

/** Refs of the arguments to what is known of them before the PDP: digest and markings, not the artefact's content. */
export const pinned =
  <A>(refs: RefSlots, ports: Partial<Ports>) =>
  async (call: Typed<A>): Promise<Pinned<A>> => {
    const { slots, markings, pins, missing } = await resolveRefs(refs, call, ports);
    const named = `${call.record.id}@${call.record.version}`;
    return {
      ...call,
      resolved: slots,
      missing,
      pins: { [named]: call.release.pins[named] ?? '', ...pins },
      markings: join(call.inForce.markings, call.record.reaches, markings),
    };
  };
