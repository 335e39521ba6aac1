import type { Action } from '../contract/rows/action.ts';
import type { Hash } from '../contract/values/canonical.ts';
import { Failure } from '../contract/failures.ts';
import { failClosed } from '../contract/authority/fail-closed.ts';
import { unusableTool } from '../contract/dispatch/unusable-tool.ts';
import { expand } from '../contract/authority/markings.ts';
import { mustNotBeSuspended, type Involved } from '../contract/authority/suspension.ts';
import { internalTarget } from '../contract/rows/objects.ts';
import type { Head, Library, Pdp, Release } from '../contract/system.ts';
import type { Principal } from '../contract/authority/identity.ts';
import type { Owners, People } from '../contract/authority/people.ts';
import { resolvePrincipal } from '../contract/authority/principal.ts';
import type { ToolVersion } from '../contract/artefacts/tool-version.ts';

/** The release in force, and the release under which the Action was staged. */
interface TwoReleases {
  readonly inForce: Release;
  readonly authored: Release;
}

/** The parts of the system that are needed to check if somebody may stage. */
export interface Authority {
  readonly head: Head;
  readonly library: Library;
  readonly pdp: Pdp;
}

/** The parts of the system that are needed to check if a change may be granted and committed. */
export interface CommitAuthority extends Authority {
  readonly people: People;
  readonly owners: Owners;
}

/**
 * Either the policies that allow the commit, each with the hash of its text, or the reason for a refusal. `failed` is
 * true if the policies could not be evaluated.
 */
export type CommitPermission =
  | { readonly policies: Readonly<Record<string, Hash>> }
  | { readonly refused: string; readonly failed: boolean };

const refused = (reason: string): CommitPermission => ({ refused: reason, failed: false });

/**
 * Asks the PDP if the requester, with its present rights, may have this Action committed. A human's groups are read
 * from the user pool now. The tool's record comes from the release under which the Action was staged. Rights, policies
 * and withdrawals come from the release in force.
 * @param grants the number of people who have granted the Action
 */
export async function commitPermission(
  authority: CommitAuthority,
  { inForce, authored }: TwoReleases,
  { action, grants }: { readonly action: Action; readonly grants: number },
): Promise<CommitPermission> {
  const record = await authored.tool(action.tool, action.toolVersion);
  if (!record) return refused('tool.unknown');
  const unfit = await unfitness(authority.head, { inForce, authored }, record);
  if (unfit !== undefined) return refused(unfit);
  const principal = await requesterNow(authority.people, inForce, action);
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
  // A grant must be bound to at least one policy, so an answer without policies is not a permission.
  if (answer.verdict === 'failed' || texts.length === 0 || hashed.length < texts.length) {
    return { refused: 'permission.failed', failed: true };
  }
  return { policies: Object.fromEntries(hashed) };
}

/**
 * Checks that the principal may stage with the tool of this Action now, and that nothing on which the new Action would
 * rely is suspended.
 * @returns the policies that allow it
 * @throws Failure `permission.denied`, `permission.failed`, or the code of a suspension
 */
export async function mayStage(
  { head, pdp }: Authority,
  {
    inForce,
    authored,
    principal,
    involved,
  }: {
    readonly inForce: Release;
    readonly authored: Release;
    readonly principal: Principal;
    readonly involved: Involved;
  },
  { tool, toolVersion, purpose, markings }: Pick<Action, 'tool' | 'toolVersion' | 'purpose' | 'markings'>,
): Promise<readonly string[]> {
  const record = await authored.tool(tool, toolVersion);
  const unfit = record ? await unfitness(head, { inForce, authored }, record) : 'tool.unknown';
  if (!record || unfit !== undefined)
    throw new Failure('permission.denied', `the tool of the Action cannot be used now: ${unfit}`);
  await mustNotBeSuspended(head, involved);
  const answer = await failClosed(pdp, await inForce.policies(), {
    principal,
    action: 'stage',
    tool: { ...record, markings: expand(inForce.markings, record.markings) },
    context: { purpose, markings },
  });
  if (answer.verdict === 'allow') return answer.policies;
  throw answer.verdict === 'deny'
    ? new Failure('permission.denied', 'the policies do not allow this caller to stage with the tool of the Action')
    : new Failure('permission.failed', 'the policies could not be evaluated');
}

/** Returns the requester with its present rights. A login that somebody else has now is not the requester. */
async function requesterNow(people: People, inForce: Release, { requester }: Action): Promise<Principal | undefined> {
  const { kind, id, name } = requester;
  if (kind === 'platform') return undefined;
  if (kind === 'agent') return resolvePrincipal(inForce, { kind, id, name, groups: [] });
  const person = await people.find(name);
  return person?.sub === id ? resolvePrincipal(inForce, { kind, id, name, groups: person.groups }) : undefined;
}

/**
 * Returns the reason why the Action cannot be committed with the tool that staged it: the tool cannot be used now, or
 * the content of its version has changed since the staging. Undefined if there is no such reason.
 */
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

/**
 * Returns true if a policy that the grant is bound to has another text or no longer decides the commit. Then the Action
 * is voided. Changes of other policies do not matter.
 */
export const policiesChanged = (
  bound: readonly Readonly<Record<string, Hash>>[],
  now: Readonly<Record<string, Hash>>,
): boolean =>
  bound.some((set) => {
    const entries = Object.entries(set);
    return entries.length === 0 || entries.some(([id, hash]) => now[id] !== hash);
  });
