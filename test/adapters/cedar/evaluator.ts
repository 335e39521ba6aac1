import type { PdpRequest } from '../../../contract/system.ts';

/** The tenant's only permit in these tests: members of the group may use the tools of a pattern. */
export const tenantPermit = `permit (principal, action, resource)
when { principal.groups.contains("adjusters") && resource.pattern == "lookup" };`;

const has =
  (all: readonly string[]) =>
  (one: string): boolean =>
    all.indexOf(one) >= 0;

/** A second implementation of the floor: the forbids that hold for a request. */
export function forbidsOf({ principal, action, tool, context }: PdpRequest): readonly string[] {
  const forbids: string[] = [];
  const { approval } = context;
  for (const scope of tool.scopes) if (!has(principal.scopes)(scope)) forbids.push('scope');
  for (const side of [principal.purposes, tool.purposes]) if (!has(side)(context.purpose)) forbids.push('purpose');
  for (const marking of context.markings) {
    if (!has(principal.clearances)(marking)) forbids.push('clearance');
    if (!has(tool.markings)(marking)) forbids.push('tool-markings');
  }
  if (action === 'commit-high') {
    if (approval === undefined) forbids.push('commit-approval');
    else if (approval.external && (approval.quorum < 1 || approval.grants < approval.quorum)) {
      forbids.push('external-approval');
    }
  }
  return [...new Set(forbids)].map((id) => `floor.${id}`).sort();
}

/**
 * Cedar's semantics for this policy set: a forbid that holds denies; otherwise a permit allows; otherwise the answer is
 * deny.
 */
export function evaluate(
  request: PdpRequest,
  permitId: string,
): { verdict: 'allow' | 'deny'; policies: readonly string[] } {
  const forbids = forbidsOf(request);
  if (forbids.length > 0) return { verdict: 'deny', policies: forbids };
  const permitted = has(request.principal.groups)('adjusters') && request.tool.pattern === 'lookup';
  return permitted ? { verdict: 'allow', policies: [permitId] } : { verdict: 'deny', policies: [] };
}
