import { draftSchemaOf } from '../../patterns/composition/draft-schema.ts';
import { nodeOf, type Node } from '../../patterns/composition/node.ts';
import { differences } from '../signature/bump/subset.ts';
import { isSchema } from '../signature/keywords.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import { constantsOf, memberOf } from '../signature/schema-members.ts';
import { checkTypedArtefacts, type TypedArtefact, type Types } from '../tenant/cross-file/typed-artefacts.ts';
import { composition } from '../../patterns/composition/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

type TemplateFile = Extract<TypedArtefact, { kind: 'Template' }>;

export const compositionRow: PatternRow = {
  functions: [gatedFunction(composition, composition, () => ({}))],
  checkArtefacts: (context) =>
    checkTypedArtefacts<TemplateFile>(
      {
        kind: 'Template',
        argument: 'parts',
        ref: 'template',
        checkFile: (file, parts, types) => checkDraft(file, parts, { types, check: context.check }),
        answerProblems: (file, answers, types) => composedProblems(file, answers, types),
      },
      context,
    ),
};

const fits = (sub: unknown, sup: unknown): boolean => differences({ sub, sup }, { tolerant: false }).length === 0;

const keywords: ReadonlySet<string> = new Set(['properties', 'required']);

/** Checks that every result of a template is valid for the Draft's type. */
function checkDraft(
  file: TemplateFile,
  parts: unknown,
  { types, check }: { readonly types: Types; readonly check: NameCheck },
): void {
  const { draftType, body } = file.value.artefact;
  if (!check.known({ file, path: ['draft', '$ref'] }, { what: 'ontology type', of: check.names.types }, draftType))
    return;
  const draft = types(draftType);
  const node = parsed(body);
  if (draft === undefined || !node || !isSchema(parts)) return;
  const { schema, findings } = draftSchemaOf(node, parts, fits);
  for (const { path, message } of findings) {
    check.tell({ file, path: ['body', ...path] }, message, 'Change the template, or the type of its parts');
  }
  if (findings.length > 0) return;
  for (const { path, message } of differences({ sub: schema, sup: draft }, { tolerant: false })) {
    const steps = path.filter((step, i) => !keywords.has(String(step)) || path[i - 1] === 'properties').map(String);
    check.tell(
      { file, path: ['body', ...steps] },
      `the result of the template is not always a valid ${draftType}: ${[...steps, message].join(' ')}`,
      `Change the template so that it fits ontology/${draftType}.yaml`,
    );
  }
}

/** Parses a template. Undefined if it does not parse, which is already reported. */
function parsed(body: unknown): Node | undefined {
  try {
    return nodeOf(body);
  } catch {
    return undefined;
  }
}

/** Returns a problem if no answer of a tool has `draftType` and `content` for the Draft of its template. */
function composedProblems(
  { value: { artefact } }: TemplateFile,
  answers: readonly unknown[],
  types: Types,
): readonly { message: string; fix: string }[] {
  const { draftType, id } = artefact;
  const draft = types(draftType);
  const own = answers.filter((answer) => constantsOf(memberOf(answer, 'draftType')).join() === draftType);
  const typed = own.some((answer) => {
    const content = memberOf(answer, 'content');
    return fits(content, draft) && fits(draft, content);
  });
  if (draft === undefined || typed) return [];
  const answer = `draftType: { type: string, const: ${draftType} } and content: { $ref: ontology/${draftType} }`;
  const fix = `In signature.response, or in one branch of its oneOf, write ${answer}`;
  return [{ message: `the response has no place for the Draft of ${id}`, fix }];
}
