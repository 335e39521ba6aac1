import type { Pdp, PdpAnswer } from '../system.ts';

/** Returns the decision of the PDP. If the PDP throws, returns `failed`, which counts as a deny. */
export async function failClosed(pdp: Pdp, ...request: Parameters<Pdp['decide']>): Promise<PdpAnswer> {
  try {
    return await pdp.decide(...request);
  } catch {
    return { verdict: 'failed', policies: [] };
  }
}
