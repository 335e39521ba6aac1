import {
  policySetTextToParts,
  policyToJson,
  schemaToJson,
  validate,
  type DetailedError,
  type PolicyJson,
  type SchemaJson,
} from '@cedar-policy/cedar-wasm/nodejs';
import { hashOf, sha256, type Hash } from '../contract/canonical.ts';
import { cedarSchema, floorPolicies } from '../contract/floor.ts';
import type { PolicySet } from '../contract/ports.ts';
import type { Problem } from './problem.ts';

interface Named {
  readonly text: string;
  readonly json: PolicyJson;
  /** Where to look for it; the floor's are ours. */
  readonly file: string;
  readonly line: number;
}

/**
 * The floor and the tenant's policies as one set, parsed and validated against the schema here, so that nothing of it can
 * fail at run time for a reason that was there before. A tenant adds policies and takes none away: ids of the floor are ours.
 */
export function compilePolicies(files: readonly { readonly file: string; readonly text: string }[]): {
  policies: PolicySet;
  problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const named = new Map<string, Named>();
  for (const [id, text] of Object.entries(floorPolicies)) {
    const parsed = policyToJson(text);
    if (parsed.type === 'failure') throw new Error(`the floor's policy ${id} does not parse`);
    named.set(`floor.${id}`, { text, json: parsed.json, file: 'floor', line: 1 });
  }
  for (const file of files) addFile(file, named, problems);
  const schema = jsonSchema();
  const staticPolicies = Object.fromEntries([...named].map(([id, { json }]) => [id, json]));
  const policySet = { staticPolicies, templates: {}, templateLinks: [] };
  const answer = validate({ schema, policies: { staticPolicies } });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const told = new Set<string>();
  for (const { policyId, error } of [...answer.validationErrors, ...answer.validationWarnings]) {
    // Cedar says the same for each kind of principal and action.
    const once = `${policyId} ${error.message.replaceAll(/Action::"[^"]*"/g, '')}`;
    if (told.has(once)) continue;
    told.add(once);
    const { file, line } = named.get(policyId) ?? { file: 'floor', line: 1 };
    problems.push({
      file,
      line,
      column: 1,
      message: `policy ${policyId}: ${error.message}`,
      fix: error.help ?? 'Correct it',
    });
  }
  const texts = Object.fromEntries([...named].map(([id, { text }]): [string, Hash] => [id, sha256(text)]));
  return { policies: { hash: hashOf({ policySet, schema, texts }), policySet, schema, texts }, problems };
}

function addFile({ file, text }: { file: string; text: string }, named: Map<string, Named>, problems: Problem[]): void {
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') {
    problems.push(...parts.errors.map((error) => syntaxProblem(file, text, error)));
    return;
  }
  if (parts.policy_templates.length > 0) {
    problems.push({ file, line: 1, column: 1, message: 'holds a template', fix: 'Write whole policies' });
  }
  const stem = file.slice('policies/'.length, -'.cedar'.length);
  for (const [index, policy] of parts.policies.entries()) {
    const parsed = policyToJson(policy);
    if (parsed.type === 'failure') continue;
    const line = lineOf(text, policy);
    const id = `tenant.${stem}.${parsed.json.annotations?.['id'] ?? index}`;
    if (named.has(id)) {
      problems.push({ file, line, column: 1, message: `there is a policy ${id} already`, fix: 'Give it another @id' });
    } else if (shadowsFloor(parsed.json.annotations?.['id'])) {
      problems.push({
        file,
        line,
        column: 1,
        message: "the @id is one of the platform's floor",
        fix: 'Choose another',
      });
    } else named.set(id, { text: policy, json: parsed.json, file, line });
  }
}

const shadowsFloor = (id: string | null | undefined): boolean =>
  typeof id === 'string' && (id.startsWith('floor.') || Object.hasOwn(floorPolicies, id));

function syntaxProblem(file: string, text: string, { message, help, sourceLocations }: DetailedError): Problem {
  const start = sourceLocations?.[0]?.start ?? 0;
  // Cedar counts bytes.
  const before = Buffer.from(text).subarray(0, start).toString().split('\n');
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
