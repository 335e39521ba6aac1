import {
  policySetTextToParts,
  policyToJson,
  schemaToJson,
  validate,
  type DetailedError,
  type PolicyJson,
  type SchemaJson,
} from '@cedar-policy/cedar-wasm/nodejs';
import { canonicalJson, hashOf, NotJson, sha256, type Hash } from '../../contract/values/canonical.ts';
import { cedarSchema, floorPolicies } from '../../contract/authority/floor.ts';
import type { PolicySet } from '../../contract/system.ts';
import type { Problem } from '../tenant/problem.ts';
import { remembered } from '../remembered.ts';
import { tooDeepLine } from './cedar-levels.ts';

/** Limit of one file. Cedar needs about a second for this size. */
const maxFileBytes = 256 * 1024;

interface PolicyFile {
  readonly file: string;
  readonly text: string;
}

interface Compiled {
  readonly policies: PolicySet;
  /** The text of each policy by its hash. */
  readonly policyTexts: ReadonlyMap<Hash, string>;
  /** True if at least one policy is a `permit`. */
  readonly permits: boolean;
  readonly problems: readonly Problem[];
}

interface Named {
  readonly text: string;
  readonly json: PolicyJson;
  /** The tenant's file with the policy, or `floor` for a policy of the platform. */
  readonly file: string;
  readonly line: number;
}

/**
 * Compiles the floor and the tenant's policies into one set. They are parsed and validated against the schema here, so
 * that they cannot fail at run time for the same reason. A tenant can add policies but not replace those of the floor,
 * because their ids are reserved.
 */
export const compilePolicyFiles: (files: readonly PolicyFile[]) => Compiled = remembered(64, JSON.stringify, compiled);

function compiled(files: readonly PolicyFile[]): Compiled {
  const problems: Problem[] = [];
  const named = new Map<string, Named>();
  for (const [id, text] of Object.entries(floorPolicies)) {
    const parsed = policyToJson(text);
    if (parsed.type === 'failure') throw new Error(`the floor's policy ${id} does not parse`);
    named.set(`floor.${id}`, { text, json: parsed.json, file: 'floor', line: 1 });
  }
  const schema = jsonSchema();
  const staticPolicies: Record<string, PolicyJson> = {};
  const policySet = { staticPolicies, templates: {}, templateLinks: [] };
  const whole = (): Compiled => {
    for (const [id, { json }] of named) staticPolicies[id] = json;
    const texts = Object.fromEntries([...named].map(([id, { text }]): [string, Hash] => [id, sha256(text)]));
    return {
      policies: { hash: hashOf({ policySet, schema, texts }), policySet, schema, texts },
      policyTexts: new Map([...named.values()].map(({ text }) => [sha256(text), text])),
      permits: [...named.values()].some(({ json }) => json.effect === 'permit'),
      problems,
    };
  };
  for (const file of files) {
    const unreadable = unreadableProblem(file);
    if (unreadable) problems.push(unreadable);
    // After a stack overflow, the WebAssembly module of Cedar is broken, and its later answers are wrong. So no more
    // policies are read.
    else if (!withinStack(file, problems, () => addFile(file, named, problems))) return whole();
  }
  const { policies, policyTexts, permits } = whole();
  const answer = validate({ schema, policies: { staticPolicies } });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const told = new Set<string>();
  for (const { policyId, error } of [...answer.validationErrors, ...answer.validationWarnings]) {
    // Cedar repeats the same error for each kind of principal and action.
    const once = `${policyId} ${error.message.replaceAll(/Action::"[^"]*"/g, '')}`;
    if (told.has(once)) continue;
    told.add(once);
    const { file, line } = named.get(policyId) ?? { file: 'floor', line: 1 };
    problems.push({
      file,
      line,
      column: 1,
      message: `policy ${policyId}: ${error.message}`,
      fix: error.help ?? 'Change the policy so that it is valid under the schema: docs/tenants.md lists the attributes',
    });
  }
  return { policies, policyTexts, permits, problems };
}

/** Returns the problem of a file that Cedar must not be given, because it would take too long or overflow the stack. */
function unreadableProblem({ file, text }: PolicyFile): Problem | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxFileBytes) {
    const message = `the file has ${bytes} bytes; at most ${maxFileBytes} are allowed`;
    return { file, line: 1, column: 1, message, fix: 'Divide it into smaller files' };
  }
  const line = tooDeepLine(text);
  return line === undefined ? undefined : { file, line, column: 1, ...tooDeep };
}

const tooDeep = {
  message: 'the file is nested too deeply for Cedar to read',
  fix: 'Use fewer levels and operators in each condition',
} as const;

/** The line is not known here. What is known to overflow was refused before, with its line. */
function withinStack({ file }: { file: string }, problems: Problem[], read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name))) throw error;
    problems.push({ file, line: 1, column: 1, ...tooDeep });
    return false;
  }
}

function addFile({ file, text }: { file: string; text: string }, named: Map<string, Named>, problems: Problem[]): void {
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') {
    problems.push(...parts.errors.map((error) => syntaxProblem({ file, text }, error)));
    return;
  }
  if (parts.policy_templates.length > 0) {
    problems.push({
      file,
      line: 1,
      column: 1,
      message: 'the file has a policy template',
      fix: 'Write complete policies instead',
    });
  }
  const stem = file.slice('policies/'.length, -'.cedar'.length);
  for (const [index, policy] of parts.policies.entries()) {
    const line = lineOf(text, policy);
    const parsed = policyToJson(policy);
    if (parsed.type === 'failure') {
      // A malformed policy is a problem of the tenant and is not left out. Otherwise a `forbid` policy with a typing
      // error would no longer apply.
      problems.push(...parsed.errors.map((error) => syntaxProblem({ file, text }, error, text.indexOf(policy))));
      continue;
    }
    const inexact = inexactly(parsed.json);
    if (inexact !== undefined) {
      problems.push({ file, line, column: 1, ...inexact });
      continue;
    }
    const id = `tenant.${stem}.${parsed.json.annotations?.['id'] ?? index}`;
    if (named.has(id)) {
      problems.push({
        file,
        line,
        column: 1,
        message: `the policy ${id} is already defined in line ${named.get(id)?.line}`,
        fix: 'Give it another @id',
      });
    } else if (shadowsFloor(parsed.json.annotations?.['id'])) {
      problems.push({
        file,
        line,
        column: 1,
        message: `the @id ${parsed.json.annotations?.['id']} is reserved for the platform's floor`,
        fix: 'Use another @id',
      });
    } else named.set(id, { text: policy, json: parsed.json, file, line });
  }
}

/**
 * Returns a problem if a policy cannot be stored exactly. Cedar's integers go up to 2^63, but its JSON form is read by
 * JavaScript, which is exact only up to 2^53. Above this, Cedar would enforce another number than the author wrote.
 */
function inexactly(json: PolicyJson): Pick<Problem, 'message' | 'fix'> | undefined {
  try {
    // The levels that a policy has above it in a release count too.
    canonicalJson({ policySet: { staticPolicies: { policy: json } } });
    return undefined;
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const fix = 'Use integers from -9007199254740991 to 9007199254740991, and fewer levels in conditions';
    return { message: `the policy cannot be stored exactly as it is written: ${error.message}`, fix };
  }
}

const shadowsFloor = (id: string | null | undefined): boolean =>
  typeof id === 'string' && (id.startsWith('floor.') || Object.hasOwn(floorPolicies, id));

/**
 * Returns the problem for a syntax error, with its place.
 * @param from offset in the text at which the part that Cedar read begins
 */
function syntaxProblem(
  { file, text }: { readonly file: string; readonly text: string },
  { message, help, sourceLocations }: DetailedError,
  from = 0,
): Problem {
  const start = sourceLocations?.[0]?.start ?? 0;
  const read = text.slice(0, Math.max(from, 0));
  // Cedar counts offsets in bytes.
  const before = (read + Buffer.from(text.slice(read.length)).subarray(0, start).toString()).split('\n');
  return {
    file,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    message,
    fix: help ?? 'Correct the policy',
  };
}

const lineOf = (text: string, policy: string): number => {
  const at = text.indexOf(policy);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
};

function jsonSchema(): SchemaJson<string> {
  const parsed = schemaToJson(cedarSchema);
  if (parsed.type === 'failure') throw new Error(parsed.errors.map(({ message }) => message).join('; '));
  return parsed.json;
}
