import { suggestion } from '../did-you-mean.ts';
import type { Problem } from '../problem.ts';
import { problemAt, type Path } from '../source.ts';
import type { LoadedFile, Tenant } from '../tenant.ts';

/** All names that the files of a tenant can use, grouped by kind. */
export interface Names {
  readonly markings: ReadonlySet<string>;
  readonly purposes: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
  readonly toolVersions: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
  readonly packs: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly artefacts: ReadonlySet<string>;
  readonly artefactVersions: ReadonlySet<string>;
}

export function namesOf(tenant: Tenant): Names {
  const { file, markings, tools, artefacts } = tenant;
  return {
    markings: new Set([...markings.value.chains.flat(), ...markings.value.flags]),
    purposes: new Set(Object.keys(file.value.purposes)),
    scopes: new Set([...tools.map(({ value }) => `${value.id}.invoke`), ...Object.keys(file.value.scopes)]),
    owners: new Set(file.value.owners),
    tools: new Set(tools.map(({ value }) => value.id)),
    toolVersions: new Set(tools.map(({ value }) => `${value.id}@${value.version}`)),
    groups: new Set(tenant.groups.keys()),
    agents: new Set(tenant.agents.keys()),
    packs: new Set(tenant.packs.keys()),
    types: new Set(tenant.types.keys()),
    artefacts: new Set(artefacts.map(({ value }) => value.artefact.id)),
    artefactVersions: new Set(artefacts.map(({ value }) => `${value.artefact.id}@${value.artefact.version}`)),
  };
}

/**
 * Collects problems with names that do not exist. It does not report names from files that did not load, because those
 * are already reported.
 */
export class NameCheck {
  readonly problems: Problem[] = [];
  readonly names: Names;
  readonly #broken: ReadonlySet<string>;

  constructor(tenant: Tenant) {
    this.names = namesOf(tenant);
    this.#broken = tenant.broken;
  }

  /** Checks whether the file of this name exists but did not load, so that its content is unknown. */
  isBroken(name: string): boolean {
    const stem = name.split('@')[0] ?? name;
    return [name, stem, stem.replace(/\.invoke$/, '')].some((one) => this.#broken.has(one));
  }

  known(
    at: { file: LoadedFile<unknown>; path: Path; key?: boolean },
    { what, of }: { readonly what: string; readonly of: ReadonlySet<string> },
    name: string,
  ): boolean {
    if (of.has(name)) return true;
    if (this.isBroken(name)) return false;
    this.tell(at, `there is no ${what} ${name}`, suggestion(name, of));
    return false;
  }

  all(
    { file, path }: { readonly file: LoadedFile<unknown>; readonly path: Path },
    { what, of }: { readonly what: string; readonly of: ReadonlySet<string> },
    names: readonly string[],
  ): void {
    for (const [i, name] of names.entries()) this.known({ file, path: [...path, i] }, { what, of }, name);
  }

  tell(at: { file: LoadedFile<unknown>; path: Path; key?: boolean }, message: string, fix: string): void {
    this.problems.push(problemAt({ ...at, source: at.file.source }, message, fix));
  }
}
