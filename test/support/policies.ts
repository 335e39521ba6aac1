import type { PolicySet } from '../../contract/system.ts';
import { compilePolicies } from '../../registry/policies/policies.ts';

/** Compiles policies together with the floor, as a tenant's policies are compiled. */
export const policiesOf = (text: string): PolicySet => compilePolicies({ test: text });

/** Policies that permit each call with the purpose `testing`, within the floor. */
export const policies: PolicySet = policiesOf(
  '@id("permit.testing") permit (principal, action, resource) when { principal.purposes.contains("testing") };',
);
