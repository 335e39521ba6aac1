import {
  preparsePolicySet,
  preparseSchema,
  statefulIsAuthorized,
  type PolicySet as CedarPolicies,
  type Schema,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { Pdp, PdpAnswer, PdpRequest, PolicySet } from '../../contract/system.ts';

/** Cedar keeps what it has parsed under a name for ever and forgets none: names are used again, so memory is bounded. */
const slots = 8;

/** A slot holding the parsed set and schema, or undefined where Cedar cannot parse them. */
type Prepare = (policies: PolicySet) => string | undefined;

const preparer = (prefix: string): Prepare => {
  const prepared = new Map<string, string>();
  return ({ hash, policySet, schema }) => {
    const known = prepared.get(hash);
    if (known !== undefined) {
      prepared.delete(hash);
      prepared.set(hash, known);
      return known;
    }
    const oldest = prepared.size < slots ? undefined : prepared.entries().next().value;
    const slot = oldest?.[1] ?? `${prefix}-${prepared.size}`;
    if (oldest !== undefined) prepared.delete(oldest[0]);
    // Cedar checks both documents itself: they come from a release, compiled and hashed.
    const parsed =
      preparseSchema(slot, schema as Schema).type === 'success' &&
      preparsePolicySet(slot, policySet as CedarPolicies).type === 'success';
    if (!parsed) return undefined;
    prepared.set(hash, slot);
    return slot;
  };
};

const decide = (slot: string, { principal, action, tool, context }: PdpRequest): PdpAnswer => {
  const caller = { type: principal.kind === 'agent' ? 'Agent' : 'Human', id: principal.id };
  const resource = { type: 'Tool', id: tool.id };
  const { scopes, clearances, purposes, groups } = principal;
  const answer = statefulIsAuthorized({
    principal: caller,
    action: { type: 'Action', id: action },
    resource,
    context: {
      purpose: context.purpose,
      markings: [...context.markings],
      ...(context.approval === undefined ? {} : { approval: { ...context.approval } }),
    },
    entities: [
      {
        uid: caller,
        attrs: { scopes: [...scopes], clearances: [...clearances], purposes: [...purposes], groups: [...groups] },
        parents: [],
      },
      {
        uid: resource,
        attrs: {
          scopes: [...tool.scopes],
          markings: [...tool.markings],
          purposes: [...tool.purposes],
          pattern: tool.pattern,
        },
        parents: [],
      },
    ],
    preparsedSchemaName: slot,
    preparsedPolicySetId: slot,
    validateRequest: true,
  });
  if (answer.type === 'failure') return { verdict: 'failed', policies: [] };
  const { decision, diagnostics } = answer.response;
  // Cedar skips a policy that errors: a forbid that errors would let through what it forbids.
  if (diagnostics.errors.length > 0) {
    return { verdict: 'failed', policies: diagnostics.errors.map(({ policyId }) => policyId).sort() };
  }
  return { verdict: decision, policies: [...diagnostics.reason].sort() };
};

let instances = 0;

/** The policy decision point. Whatever keeps Cedar from deciding is the verdict `failed`, which is a deny. */
export const cedarPdp = (): Pdp => {
  // The names are the module's, shared by all that use it.
  const prepare = preparer(`pdp${(instances += 1)}`);
  return {
    decide: async (policies, request) => {
      try {
        const slot = prepare(policies);
        return slot === undefined ? { verdict: 'failed', policies: [] } : decide(slot, request);
      } catch {
        return { verdict: 'failed', policies: [] };
      }
    },
  };
};
