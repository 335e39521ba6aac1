import type { Pdp, PdpAnswer } from '../system.ts';

/** The decision of the PDP. A PDP that throws has not allowed. */
export async function failClosed(pdp: Pdp, ...request: Parameters<Pdp['decide']>): Promise<PdpAnswer> {
  try {
    return await pdp.decide(...request);
  } catch {
    return { verdict: 'failed', policies: [] };
  }
}
