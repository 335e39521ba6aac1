import * as z from 'zod';
import type { ArtefactKind, Artefacts } from '../../../contract/artefacts/artefacts.ts';
import { namesIn, sayNames } from '../issue-names.ts';
import { memberAtPath, withValue } from '../value-at.ts';
import type { QueueNotify } from './notify.ts';
import { markings } from './parts.ts';

/** The content of an artefact's file: the artefact, its markings, and members that only the compiler needs. */
export interface ArtefactFile<K extends ArtefactKind> extends Beside {
  readonly artefact: Artefacts[K];
  readonly markings: readonly string[];
}

/** Members of a file that are not part of its artefact. */
export interface Beside {
  /** For an action kind: the ontology type of its payload. */
  readonly payload?: string;
  /** For a classification schema, the ontology type of its subject; for a template, the type of its parts. */
  readonly takes?: string;
  /** For a corpus: the folder of its sources, below the tenant's folder. */
  readonly sources?: string;
  /** For a queue: who is told about its Tasks. It is not part of a release, so that no release has mail addresses. */
  readonly notify?: QueueNotify;
}

/** A member that a file writes in another form than the compiled artefact. */
export interface FileMember {
  /** Paths in the compiled artefact and in the file, such as `['slaSeconds']` and `['sla']`. */
  readonly compiled: readonly string[];
  readonly file: readonly string[];
  readonly read: z.ZodType;
}

/** How the files of one kind of artefact differ from the compiled artefact. */
export interface InFile {
  readonly members?: readonly FileMember[];
  /** Members that only the file has. */
  readonly beside?: {
    readonly [Member in keyof Beside]?: {
      readonly file: string;
      readonly read: z.ZodType<NonNullable<Beside[Member]>>;
    };
  };
  /** Values of members that a file may leave out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

type Path = readonly PropertyKey[];

/** Returns the schema for the files of a kind: the artefact's schema, with some members in the form of the file. */
export const artefactFileSchema = <K extends ArtefactKind>(
  schema: z.ZodType<Artefacts[K]>,
  { members = [], beside = {}, defaults = {} }: InFile,
): z.ZodType<ArtefactFile<K>> =>
  z.record(z.string(), z.unknown()).transform((file, context): ArtefactFile<K> => {
    const issues: z.core.$ZodIssue[] = [];
    const read = <T>(type: z.ZodType<T>, path: Path): T | undefined => {
      const parsed = type.safeParse(memberAtPath(file, path), sayNames);
      if (parsed.success) return parsed.data;
      issues.push(...parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
      return undefined;
    };
    const ofFile = Object.entries(beside).map(
      ([name, member]) => [name, read<unknown>(member.read, [member.file])] as const,
    );
    const marked = read(markings.default([]), ['markings']);
    const { markings: _, ...rest } = { ...defaults, ...file };
    for (const member of Object.values(beside)) delete rest[member.file];
    let written: unknown = rest;
    for (const { compiled, file: from, read: type } of members) {
      const same = compiled.join() === from.join();
      if (!same && memberAtPath(file, compiled) !== undefined) issues.push(unknown(compiled, from));
      const value = memberAtPath(file, from) === undefined ? undefined : read(type, from);
      written = withValue(withValue(written, from, undefined), compiled, value);
    }
    const parsed = schema.safeParse(written, sayNames);
    const told = (path: Path): boolean =>
      members.some(
        ({ compiled, file: from }) => path.join() === compiled.join() && memberAtPath(file, from) !== undefined,
      ) && memberAtPath(written, path) === undefined;
    const found = (parsed.error?.issues ?? []).filter(({ path }) => !told(path));
    issues.push(
      ...found.map((issue) => inFile(issue, members, ['markings', ...Object.values(beside).map((one) => one.file)])),
    );
    if (issues.length > 0 || !parsed.success || marked === undefined) {
      context.issues.push(...issues.map((issue) => ({ ...issue, input: file }) as z.core.$ZodRawIssue));
      return z.NEVER;
    }
    return { artefact: parsed.data, markings: marked, ...Object.fromEntries(ofFile) };
  });

/**
 * Returns the issue for a member that an author wrote under its name in the compiled form instead of its name in the
 * file.
 */
const unknown = (path: readonly string[], file: readonly string[]): z.core.$ZodIssue => ({
  code: 'unrecognized_keys',
  keys: [path.at(-1) ?? ''],
  path: path.slice(0, -1),
  message: file.at(-1) ?? '',
});

/** Returns an issue with the names and places of the file instead of those of the compiled form. */
function inFile(issue: z.core.$ZodIssue, members: readonly FileMember[], besides: readonly string[]): z.core.$ZodIssue {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const names = namesIn(issue).map((name) => fileName([...path, name], members));
    return { ...issue, message: [...names, ...(path.length === 0 ? besides : [])].join(', ') };
  }
  const member = members.find(({ compiled }) => compiled.every((step, i) => path[i] === step));
  if (!member) return issue;
  const moved = [...member.file, ...path.slice(member.compiled.length)];
  return issue.code === 'invalid_type' ? { ...issue, path: moved, expected: 'string' } : { ...issue, path: moved };
}

function fileName(path: Path, members: readonly FileMember[]): string {
  const member = members.find(({ compiled }) => compiled.join() === path.join());
  return String(member?.file.at(-1) ?? path.at(-1));
}
