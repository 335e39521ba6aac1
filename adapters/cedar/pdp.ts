import { randomUUID } from 'node:crypto';
import {
  preparsePolicySet,
  preparseSchema,
  statefulIsAuthorized,
  type PolicySet as CedarPolicies,
  type Schema,
} from '@cedar-policy/cedar-wasm/nodejs';
import { sha256 } from '../../contract/values/canonical.ts';
import type { Pdp, PdpAnswer, PdpRequest, PolicySet } from '../../contract/system.ts';

/**
 * Cedar keeps names for the whole process. With this prefix, two instances of this module in one process use different
 * names.
 */
const instance = randomUUID();
/**
 * Names under which Cedar keeps parsed policies. Cedar never forgets a name, so a fixed number of them is reused to
 * limit memory.
 */
const slots = Array.from({ length: 8 }, (_, index) => `${instance}-${index}`);

/** Maps the hash of a policy set to the slot that holds it, the least recently used policy set first. */
const prepared = new Map<string, string>();

/** Returns a slot with the parsed policy set and schema, or undefined if Cedar cannot parse them. */
function prepare(policies: PolicySet): string | undefined {
  const { hash } = policies;
  const known = prepared.get(hash);
  const slot = known ?? parsed(policies);
  prepared.delete(hash);
  if (slot !== undefined) prepared.set(hash, slot);
  return slot;
}

/** Parses policies and schema, and returns their slot, or undefined if Cedar finds an error. */
function parsed({ policySet, schema }: PolicySet): string | undefined {
  const slot = freeSlot();
  const fits =
    preparseSchema(slot, schema as Schema).type === 'success' &&
    preparsePolicySet(slot, policySet as CedarPolicies).type === 'success';
  return fits ? slot : undefined;
}

/** Returns an empty slot. If none is empty, the least recently used policy set is removed from its slot. */
function freeSlot(): string {
  const used = new Set(prepared.values());
  const free = slots.find((slot) => !used.has(slot));
  if (free !== undefined) return free;
  const [[hash, slot] = ['', '']] = prepared;
  prepared.delete(hash);
  return slot;
}

/** Builds the complete request to Cedar. */
function asked({ principal, action, tool, context }: PdpRequest) {
  const caller = { type: principal.kind === 'agent' ? 'Agent' : 'Human', id: principal.id };
  const resource = { type: 'Tool', id: tool.id };
  const { scopes, clearances, purposes, groups } = principal;
  return {
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
  };
}

function decide(slot: string, request: ReturnType<typeof asked>): PdpAnswer {
  const answer = statefulIsAuthorized({
    ...request,
    preparsedSchemaName: slot,
    preparsedPolicySetId: slot,
    validateRequest: true,
  });
  if (answer.type === 'failure') return failed;
  const { decision, diagnostics } = answer.response;
  // Cedar skips a policy that fails with an error. Skipping a `forbid` would allow what it forbids, so any error
  // denies.
  if (diagnostics.errors.length > 0) {
    return { verdict: 'failed', policies: diagnostics.errors.map(({ policyId }) => policyId).sort() };
  }
  return { verdict: decision, policies: [...diagnostics.reason].sort() };
}

/** Recent decisions by policies and request. A decision depends on nothing else. */
const decided = new Map<string, PdpAnswer>();
const mostDecided = 4096;

function decideOnce(policies: PolicySet, request: PdpRequest): PdpAnswer {
  const told = asked(request);
  const key = `${policies.hash} ${sha256(JSON.stringify(told))}`;
  const known = decided.get(key);
  if (known !== undefined) return known;
  const slot = prepare(policies);
  const answer = slot === undefined ? failed : decide(slot, told);
  if (answer.verdict === 'failed') return answer;
  if (decided.size >= mostDecided) decided.clear();
  decided.set(key, answer);
  return answer;
}

const failed: PdpAnswer = { verdict: 'failed', policies: [] };

/** Creates the policy decision point. If Cedar cannot decide, the verdict is `failed`, which denies the call. */
export const cedarPdp = (): Pdp => ({
  decide: async (policies, request) => {
    try {
      return decideOnce(policies, request);
    } catch {
      return failed;
    }
  },
});
