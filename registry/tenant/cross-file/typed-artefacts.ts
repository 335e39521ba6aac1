import { isDeepStrictEqual } from 'node:util';
import type { CheckedSignature } from '../../signature/checked.ts';
import { branches, memberOf, namesOnly } from '../../signature/schema-members.ts';
import type { ToolFile } from '../schemas/tool-file.ts';
import type { LoadedFile, LoadedArtefact } from '../tenant.ts';
import type { TenantCheck } from './tenant-check.ts';

/** An artefact that takes values of one ontology type, which its file names. */
export type TypedArtefact = Extract<LoadedArtefact, { kind: 'ClassificationSchema' | 'Template' }>;

/** Returns the schema of an ontology type. Undefined if the type is malformed. */
export type Types = (name: string) => unknown;

/** How tools use one kind of typed artefact, and how the artefacts and the tools are checked. */
export interface TypedKind<File extends TypedArtefact> {
  readonly kind: File['kind'];
  /**
   * Name of the argument that takes a value of the artefact's type: `subject` or `parts`. The artefact's file names
   * that type in a member with the same name.
   */
  readonly argument: string;
  /** Name of the argument in which a call names the artefact. */
  readonly ref: string;
  /** Checks the artefact against the type that it takes. */
  readonly checkFile: (file: File, schema: unknown, types: Types) => void;
  /** Returns the problems of a tool whose response does not allow an answer that this artefact leads to. */
  readonly answerProblems: (
    file: File,
    answers: readonly unknown[],
    types: Types,
  ) => readonly { readonly message: string; readonly fix: string }[];
}

/**
 * Checks each artefact against the type that it takes. Then checks each tool that uses an artefact: the argument must
 * have that type, and the response must allow the answers of the artefact.
 */
export function checkTypedArtefacts<File extends TypedArtefact>(typed: TypedKind<File>, context: TenantCheck): void {
  const { tenant, signatures, check } = context;
  const types: Types = (name) => signatures.get(`ontology/${name}`)?.schema.request;
  const files = tenant.artefacts.filter((file): file is File => file.kind === typed.kind);
  for (const file of files) {
    const { takes = '' } = file.value;
    const path = [typed.argument, '$ref'];
    if (!check.known({ file, path }, { what: 'ontology type', of: check.names.types }, takes)) continue;
    const schema = types(takes);
    // A malformed type is reported in its own file.
    if (schema !== undefined) typed.checkFile(file, schema, types);
  }
  for (const tool of tenant.tools) {
    const signature = signatures.get(`${tool.value.id}@${tool.value.version}`);
    if (!signature) continue;
    for (const file of files.filter((one) => uses(tool, one))) checkTool(tool, signature, file);
  }

  function checkTool(tool: LoadedFile<ToolFile>, { schema }: CheckedSignature, file: File): void {
    const { argument, ref } = typed;
    const { id, version } = file.value.artefact;
    const at = { file: tool, path: ['signature', 'request'] };
    const taken = branches(schema.request).filter((one) => namesOnly(memberOf(one, ref), [id, `${id}@${version}`]));
    if (taken.length === 0) {
      const fix = `In signature.request, or in one branch of its oneOf, write ${ref}: { type: string, const: ${id} }. Or remove ${id} from uses`;
      check.tell(
        at,
        `the record uses ${id}, but no branch of signature.request fixes the member /${ref} to ${id}`,
        fix,
      );
    }
    const { takes = '' } = file.value;
    const type = types(takes);
    if (type !== undefined && taken.some((one) => !isDeepStrictEqual(memberOf(one, argument), type))) {
      check.tell(
        at,
        `the argument ${argument} does not have the type that ${id} takes`,
        `In signature.request, write ${argument}: { $ref: ontology/${takes} }`,
      );
    }
    for (const { message, fix } of typed.answerProblems(file, branches(schema.response), types)) {
      check.tell({ file: tool, path: ['signature', 'response'] }, message, fix);
    }
  }
}

const uses = ({ value }: LoadedFile<ToolFile>, { value: { artefact } }: TypedArtefact): boolean =>
  value.uses.includes(`${artefact.id}@${artefact.version}`);
