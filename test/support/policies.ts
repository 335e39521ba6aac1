import type { PolicySet } from '../../contract/system.ts';
import { compilePolicies } from '../../registry/policies/policies.ts';

/** Policies of a tenant over the floor, compiled as a tenant's are. */
export const policiesOf = (text: string): PolicySet => compilePolicies({ test: text });
