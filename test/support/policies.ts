import type { PolicySet } from '../../contract/system.ts';
import { compilePolicies } from '../../registry/policies/policies.ts';

/** Policies of a tenant together with the floor, compiled like a tenant's. */
export const policiesOf = (text: string): PolicySet => compilePolicies({ test: text });
