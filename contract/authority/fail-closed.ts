import type { Pdp, PdpAnswer } from '../system.ts';

/** The decision of the PDP. If the PDP throws, the answer is `failed`, which is a deny. */
export async function failClosed(pdp: Pdp, ...request: Parameters<Pdp['decide']>): Promise<PdpAnswer> {
  try {
    return await pdp.decide(...request);
  } catch {
    return { verdict: 'failed', policies: [] };
  }
}
