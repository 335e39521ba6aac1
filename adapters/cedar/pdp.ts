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

/** Cedar's names belong to the process: another instance of this module must not use the same. */
const instance = randomUUID();
/** Cedar keeps every parsed document under its name forever. Names are reused, so memory is limited. */
const slots = Array.from({ length: 8 }, (_, index) => `${instance}-${index}`);

/** Each policy set with its slot, the least recently used first. */
const prepared = new Map<string, string>();

/** A slot with the parsed policy set and schema. Undefined if Cedar cannot parse them. */
function prepare(policies: PolicySet): string | undefined {
  const { hash } = policies;
  const known = prepared.get(hash);
  const slot = known ?? parsed(policies);
  prepared.delete(hash);
  if (slot !== undefined) prepared.set(hash, slot);
  return slot;
}

/** Cedar checks both documents itself. They come from a release, compiled and hashed. */
function parsed({ policySet, schema }: PolicySet): string | undefined {
  const slot = freeSlot();
  const fits =
    preparseSchema(slot, schema as Schema).type === 'success' &&
    preparsePolicySet(slot, policySet as CedarPolicies).type === 'success';
  return fits ? slot : undefined;
}

/** An empty slot, or that of the least recently used set, which is removed. */
function freeSlot(): string {
  const used = new Set(prepared.values());
  const free = slots.find((slot) => !used.has(slot));
  if (free !== undefined) return free;
  const [[hash, slot] = ['', '']] = prepared;
  prepared.delete(hash);
  return slot;
}

/** The whole request to Cedar. */
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
  // Cedar skips a policy that errors. A forbid that errors would allow what it forbids.
  if (diagnostics.errors.length > 0) {
    return { verdict: 'failed', policies: diagnostics.errors.map(({ policyId }) => policyId).sort() };
  }
  return { verdict: decision, policies: [...diagnostics.reason].sort() };
}

/** Recent decisions. A decision depends only on the policies and on the request to Cedar. */
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

/** The policy decision point. If Cedar cannot decide, the verdict is `failed`, which is a deny. */
export const cedarPdp = (): Pdp => ({
  decide: async (policies, request) => {
    try {
      return decideOnce(policies, request);
    } catch {
      return failed;
    }
  },
});
