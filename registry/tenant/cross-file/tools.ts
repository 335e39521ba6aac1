import { join, expand, covers } from '../../../contract/authority/markings.ts';
import type { Declaration } from '../../pattern-row.ts';
import { declarationOf, patternRows, patterns } from '../../patterns.ts';
import { checkPart } from '../file-problems.ts';
import type { ToolFile } from '../schemas/tool-file.ts';
import type { CheckedSignature } from '../../signature/checked.ts';
import type { LoadedFile, LoadedArtefact, Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';
import type { TenantCheck } from './tenant-check.ts';

/** The tenant of a tool, and the collector of its problems. */
interface ToolContext {
  readonly tenant: Tenant;
  readonly check: NameCheck;
}

/**
 * Checks that everything a record names exists, and that its pattern allows its effect class, network, artefacts and
 * settings.
 */
export function checkTools(context: TenantCheck): void {
  const { tenant, signatures, check } = context;
  const seen = new Map<string, string>();
  for (const file of tenant.tools) {
    const key = `${file.value.id}@${file.value.version}`;
    const other = seen.get(key);
    if (other !== undefined)
      check.tell(
        { file, path: ['version'] },
        `${key} is already defined in ${other}`,
        'Raise the version of one of them',
      );
    seen.set(key, file.source.file);
    checkNames(file, tenant, check);
    const declaration = checkPattern(file, check);
    if (!declaration) continue;
    checkUses(file, declaration, { tenant, check });
    const signature = signatures.get(key);
    if (signature) checkReach(file, signature, { tenant, check });
    const { problems } = checkPart(
      { source: file.source, at: ['settings'] },
      file.value.settings ?? {},
      declaration.settings,
    );
    check.problems.push(...problems);
    if (problems.length > 0) continue;
    patternRows[file.value.pattern].checkTool?.({ ...context, file, function: declaration.function, signature });
  }
}

function checkNames(file: LoadedFile<ToolFile>, tenant: Tenant, check: NameCheck): void {
  const { names } = check;
  const { scopes, markings, purposes, evalPack, ontologyPin } = file.value;
  check.all({ file, path: ['scopes'] }, { what: 'scope', of: names.scopes }, scopes);
  check.all({ file, path: ['markings', 'allowed'] }, { what: 'marking', of: names.markings }, markings.allowed);
  check.all({ file, path: ['purposes'] }, { what: 'purpose', of: names.purposes }, purposes);
  check.known({ file, path: ['evalPack'] }, { what: 'pack', of: names.packs }, evalPack);
  const { ontology } = tenant.file.value;
  if (ontologyPin !== ontology) {
    check.tell(
      { file, path: ['ontologyPin'] },
      `/ontologyPin is ${JSON.stringify(ontologyPin)}, but tenant.yaml has the ontology ${JSON.stringify(ontology)}`,
      `Write ontologyPin: ${JSON.stringify(ontology)}`,
    );
  }
}

function checkPattern(file: LoadedFile<ToolFile>, check: NameCheck): Declaration | undefined {
  const { pattern, effectClass } = file.value;
  const found = declarationOf(file.value);
  if (found) return found;
  const reached = patterns.filter((one) => one.name === pattern && one.effectClass === effectClass);
  if (reached.length > 0) {
    const networks = reached.map((one) => one.network).join(' or ');
    check.tell(
      { file, path: ['network'] },
      `the pattern ${pattern} has no function with the network ${file.value.network}`,
      `Use network: ${networks}`,
    );
  } else {
    const classes = patterns.filter(({ name }) => name === pattern).map((one) => one.effectClass);
    check.tell(
      { file, path: ['effectClass'] },
      `the pattern ${pattern} does not allow the effect class ${effectClass}`,
      `Use ${[...new Set(classes)].join(' or ')}`,
    );
  }
  return undefined;
}

const artefactsOf = (file: LoadedFile<ToolFile>, tenant: Tenant): readonly LoadedArtefact[] =>
  tenant.artefacts.filter(({ value }) => file.value.uses.includes(`${value.artefact.id}@${value.artefact.version}`));

function checkUses(file: LoadedFile<ToolFile>, declaration: Declaration, { tenant, check }: ToolContext): void {
  const slots = new Set(Object.values(declaration.refs).map(({ kind }) => kind));
  for (const [i, use] of file.value.uses.entries()) {
    const path = ['uses', i];
    if (!check.known({ file, path }, { what: 'artefact', of: check.names.artefactVersions }, use)) continue;
    const kind = artefactsOf(file, tenant).find(({ value }) => use.startsWith(`${value.artefact.id}@`))?.kind;
    if (kind !== undefined && !slots.has(kind)) {
      check.tell(
        { file, path },
        `the pattern ${declaration.name} cannot use ${use}, which is of the kind ${kind}`,
        `Remove ${use} from uses`,
      );
    }
  }
}

function checkReach(file: LoadedFile<ToolFile>, { reaches }: CheckedSignature, { tenant, check }: ToolContext): void {
  const scheme = tenant.markings.value;
  const allowed = expand(scheme, file.value.markings.allowed);
  const beyond = join(scheme, reaches).filter((marking) => !covers(allowed, [marking]));
  if (beyond.length === 0) return;
  const list = beyond.join(', ');
  check.tell(
    { file, path: ['markings', 'allowed'] },
    `the signature has data with the marking ${list}, which the record does not allow`,
    'Add the marking to markings.allowed, or remove the properties with it from the signature',
  );
}
