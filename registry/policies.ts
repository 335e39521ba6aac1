import {
  checkParsePolicySet,
  policySetTextToParts,
  policyToJson,
  validate,
  type DetailedError,
  type Policy,
} from '@cedar-policy/cedar-wasm/nodejs';
import { hashOf, sha256, type Hash } from '../contract/canonical.ts';
import { cedarSchema, floorPolicies } from '../contract/floor.ts';
import type { PolicySet } from '../contract/ports.ts';
import type { Problem } from './problem.ts';

interface PolicyFile {
  /** Relative to the tenant's folder. */
  readonly file: string;
  readonly text: string;
}

/** Cedar reads the schema as JSON of its own type, which ours is, checked by Cedar itself. */
const schema = cedarSchema as never;

/**
 * A tenant's Cedar files over the floor, parsed and strictly validated against the schema. A policy's id is its `@id`, or
 * where it has none its file's name and place in it (`claims`, `claims.2`). No id of the floor can be taken, so that none of
 * its forbids can be replaced.
 */
export function compilePolicies(files: readonly PolicyFile[]): {
  readonly policies?: PolicySet;
  readonly problems: readonly Problem[];
} {
  const texts = new Map(Object.entries(floorPolicies));
  const problems = files.flatMap((file) => [...findings(file), ...take(file, texts)]);
  return problems.length > 0 ? { problems } : { policies: setOf(texts), problems };
}

/** What Cedar itself finds in a file, in its own words, with its place. */
function findings({ file, text }: PolicyFile): readonly Problem[] {
  const at = (error: DetailedError, fix: string): Problem => ({
    file,
    ...placeIn(text, error.sourceLocations?.[0]?.start ?? 0),
    message: [error.message, error.sourceLocations?.[0]?.label].filter(Boolean).join(': '),
    fix: error.help ?? fix,
  });
  const parsed = checkParsePolicySet({ staticPolicies: text });
  if (parsed.type === 'failure') return parsed.errors.map((error) => at(error, 'Correct the Cedar syntax'));
  const parts = policySetTextToParts(text);
  if (parts.type === 'success' && parts.policy_templates.length > 0) {
    const message = 'a policy template: nothing here links one';
    return [{ file, ...placeIn(text, 0), message, fix: 'Write the policy out, without ?principal and ?resource' }];
  }
  const answer = validate({ schema, policies: { staticPolicies: text } });
  if (answer.type === 'failure') return answer.errors.map((error) => at(error, 'Correct the policy'));
  const seen = new Set<string>();
  return answer.validationErrors
    .map(({ error }) => at(error, 'Use what the schema of principal, action, resource and context has'))
    .filter(({ line, column, message }) => {
      const key = `${line}:${column}:${message}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Adds the file's policies under their ids. */
function take({ file, text }: PolicyFile, texts: Map<string, string>): readonly Problem[] {
  const parts = policySetTextToParts(text);
  // What does not parse is told by `findings`.
  if (parts.type === 'failure') return [];
  const stem = file.replace(/^.*\//, '').replace(/\.cedar$/, '');
  return parts.policies.flatMap((policy, index) => {
    const id = annotatedId(policy) ?? (index === 0 ? stem : `${stem}.${index + 1}`);
    const problem = problemOf(id, texts);
    if (problem === undefined) texts.set(id, policy);
    return problem === undefined ? [] : [{ file, ...placeIn(text, Buffer.from(text).indexOf(policy)), ...problem }];
  });
}

function problemOf(id: string, texts: ReadonlyMap<string, string>): Pick<Problem, 'message' | 'fix'> | undefined {
  if (id.startsWith('floor.')) return { message: `the policy id ${id} is the platform's`, fix: 'Give it another @id' };
  if (texts.has(id)) return { message: `two policies have the id ${id}`, fix: 'Give each its own @id' };
  return undefined;
}

function annotatedId(policy: string): string | undefined {
  const parsed = policyToJson(policy);
  const id = parsed.type === 'success' ? parsed.json.annotations?.['id'] : undefined;
  return id === undefined || id === '' ? undefined : id;
}

/** Cedar counts bytes of UTF-8; lines and columns count from 1. */
function placeIn(text: string, byte: number): { line: number; column: number } {
  const before = Buffer.from(text).subarray(0, Math.max(byte, 0)).toString('utf8').split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** As Cedar's JSON, which is parsed in half the time of its text when a function starts. */
function setOf(texts: ReadonlyMap<string, string>): PolicySet {
  const staticPolicies: Record<string, Policy> = {};
  const hashes: Record<string, Hash> = {};
  for (const [id, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parsed = policyToJson(text);
    if (parsed.type === 'failure') throw new Error(`policy ${id} was parsed before and is not now`);
    staticPolicies[id] = parsed.json;
    hashes[id] = sha256(text);
  }
  const policySet = { staticPolicies };
  return { hash: hashOf({ policySet, schema: cedarSchema }), policySet, schema: cedarSchema, texts: hashes };
}
