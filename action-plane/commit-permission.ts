import type { Action } from '../contract/rows/action.ts';
import type { Hash } from '../contract/values/canonical.ts';
import { Failure } from '../contract/failures.ts';
import { failClosed } from '../contract/authority/fail-closed.ts';
import { unusableTool } from '../contract/dispatch/unusable-tool.ts';
import { expand } from '../contract/authority/markings.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Head, Library, Pdp, Release } from '../contract/system.ts';
import type { Principal } from '../contract/authority/identity.ts';
import { resolvePrincipal } from '../contract/authority/principal.ts';
import type { ToolVersion } from '../contract/artefacts/tool-version.ts';

/** The release in force, and the one that the Action was made under. */
interface TwoReleases {
  readonly inForce: Release;
  readonly authored: Release;
}

export interface Authority {
  readonly head: Head;
  readonly library: Library;
  readonly pdp: Pdp;
}

/** Allowed, with the policies that said so, each with the hash of its text; or why not. */
export type CommitPermission =
  | { readonly policies: Readonly<Record<string, Hash>> }
  | { readonly refused: string; readonly failed: boolean };

const refused = (reason: string): CommitPermission => ({ refused: reason, failed: false });

/**
 * Asks the PDP whether the requester, as defined now, may have this Action committed. The tool's record comes from the
 * release that the Action was authored under; principal, policies and withdrawals from the one in force.
 * @param grants how many people have granted it
 */
export async function commitPermission(
  authority: Authority,
  { inForce, authored }: TwoReleases,
  { action, grants }: { readonly action: Action; readonly grants: number },
): Promise<CommitPermission> {
  const record = await authored.tool(action.tool, action.toolVersion);
  if (!record) return refused('tool.unknown');
  const unfit = await unfitness(authority.head, { inForce, authored }, record);
  if (unfit !== undefined) return refused(unfit);
  const principal = requesterNow(inForce, action);
  if (!principal) return refused('requester.unknown');
  const policies = await inForce.policies();
  const answer = await failClosed(authority.pdp, policies, {
    principal,
    action: 'commit-high',
    tool: { ...record, markings: expand(inForce.markings, record.markings) },
    context: {
      purpose: action.purpose,
      markings: action.markings,
      approval: { external: action.target.sor !== internalTarget, grants, quorum: action.approval.quorum },
    },
  });
  if (answer.verdict === 'deny') return refused('permission.denied');
  const texts = answer.policies.map((id) => [id, policies.texts[id]] as const);
  const hashed = texts.filter((entry): entry is readonly [string, Hash] => entry[1] !== undefined);
  // Nothing to bind the grant to is no permission.
  if (answer.verdict === 'failed' || texts.length === 0 || hashed.length < texts.length) {
    return { refused: 'permission.failed', failed: true };
  }
  return { policies: Object.fromEntries(hashed) };
}

/**
 * Whether the principal may stage with the tool of this Action now.
 * @returns the policies that said so
 * @throws Failure `permission.denied`, `permission.failed`
 */
export async function mayStage(
  { head, pdp }: Authority,
  {
    inForce,
    authored,
    principal,
  }: { readonly inForce: Release; readonly authored: Release; readonly principal: Principal },
  { tool, toolVersion, purpose, markings }: Pick<Action, 'tool' | 'toolVersion' | 'purpose' | 'markings'>,
): Promise<readonly string[]> {
  const record = await authored.tool(tool, toolVersion);
  const unfit = record ? await unfitness(head, { inForce, authored }, record) : 'tool.unknown';
  if (!record || unfit !== undefined) throw new Failure('permission.denied', `the tool may not stage now: ${unfit}`);
  const answer = await failClosed(pdp, await inForce.policies(), {
    principal,
    action: 'stage',
    tool: { ...record, markings: expand(inForce.markings, record.markings) },
    context: { purpose, markings },
  });
  if (answer.verdict === 'allow') return answer.policies;
  throw answer.verdict === 'deny'
    ? new Failure('permission.denied', 'the caller may not stage with this tool')
    : new Failure('permission.failed', 'a policy failed');
}

const requesterNow = (inForce: Release, { requester, requesterGroups }: Action) =>
  requester.kind === 'platform'
    ? undefined
    : resolvePrincipal(inForce, { ...requester, kind: requester.kind, groups: requesterGroups ?? [] });

/** Why the tool is not the one that staged: it is unusable now, or has another content under the same version. */
async function unfitness(
  head: Head,
  { inForce, authored }: TwoReleases,
  record: ToolVersion,
): Promise<string | undefined> {
  const named = `${record.id}@${record.version}`;
  const unusable = unusableTool(record, await head.current());
  if (unusable !== undefined) return unusable;
  const now = inForce.pins[named];
  return now !== undefined && now !== authored.pins[named] ? 'tool.changed' : undefined;
}

/** After a grant, a change of just the policies that it is bound to voids it; a deploy that leaves them alone does not. */
export const policiesChanged = (
  bound: readonly Readonly<Record<string, Hash>>[],
  now: Readonly<Record<string, Hash>>,
): boolean =>
  bound.some((set) => {
    const entries = Object.entries(set);
    return entries.length === 0 || entries.some(([id, hash]) => now[id] !== hash);
  });
