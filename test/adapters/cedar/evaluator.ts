import type { PdpRequest } from '../../../contract/system.ts';

/**
 * The only permit of the tenant in these tests. It lets members of the group adjusters use tools of the pattern lookup.
 */
export const tenantPermit = `permit (principal, action, resource)
when { principal.groups.contains("adjusters") && resource.pattern == "lookup" };`;

const has =
  (all: readonly string[]) =>
  (one: string): boolean =>
    all.indexOf(one) >= 0;

/** Implements the floor a second time. Returns the ids of the forbid policies that apply to a request. */
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
 * Evaluates the policies as Cedar does. A forbid that applies denies the request. Otherwise a permit allows it, and
 * without a permit it is denied.
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
