import type { PolicySet } from '../../contract/system.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { compilePolicyFiles } from '../policies/cedar.ts';
import { checkArtefacts } from './cross-file/artefacts.ts';
import { checkBumps } from './cross-file/bumps.ts';
import { checkDefinitions } from './cross-file/definitions.ts';
import { NameCheck } from './cross-file/names.ts';
import { patternRows } from '../patterns.ts';
import { checkOntology } from './cross-file/ontology.ts';
import { checkPacks } from './cross-file/packs.ts';
import { checkTools } from './cross-file/tools.ts';
import { loadTenant } from './load.ts';
import { TenantInvalid, type Problem } from './problem.ts';
import type { CheckedSignature } from '../signature/checked.ts';
import { shapesOf } from './shapes-of.ts';
import { checkSignatures } from '../signature/signatures.ts';
import type { Tenant } from './tenant.ts';

/** A tenant that passed every check, with everything from which a release is built. */
export interface CheckedTenant {
  readonly tenant: Tenant;
  readonly signatures: ReadonlyMap<string, CheckedSignature>;
  readonly policies: PolicySet;
  /** The text of each policy by its hash. */
  readonly policyTexts: ReadonlyMap<Hash, string>;
}

/** Loads and checks a tenant's folder. @throws UnknownTenant, TenantInvalid with every problem at once */
export async function checkedTenant(tenantsDir: string, name: string): Promise<CheckedTenant> {
  const { tenant, problems } = await loadTenant(tenantsDir, name);
  if (!tenant) throw new TenantInvalid(name, problems);
  const { all, ...checked } = crossChecked(tenant);
  if (problems.length + all.length > 0) throw new TenantInvalid(name, [...problems, ...all]);
  return { tenant, ...checked };
}

function crossChecked(tenant: Tenant): Omit<CheckedTenant, 'tenant'> & { all: readonly Problem[] } {
  const check = new NameCheck(tenant);
  const shapes = shapesOf(tenant);
  const ontology = checkOntology(tenant, shapes, check);
  const { signatures, problems } = checkSignatures(tenant, shapes);
  checkArtefacts(tenant, check);
  const context = { tenant, signatures, check };
  for (const { checkArtefacts: checkOfPattern } of Object.values(patternRows)) checkOfPattern?.(context);
  checkTools(context);
  checkBumps(tenant, signatures, check);
  checkDefinitions(tenant, check);
  checkPacks(tenant, check);
  const cedar = compilePolicyFiles(tenant.policies);
  return {
    signatures,
    policies: cedar.policies,
    policyTexts: cedar.policyTexts,
    all: [
      ...ontology,
      ...problems,
      ...check.problems,
      ...cedar.problems,
      ...(cedar.permits || cedar.problems.length > 0 ? [] : [noPermit]),
    ],
  };
}

/** The problem of a tenant whose policies permit nothing. The floor only forbids, so every call would be refused. */
const noPermit: Problem = {
  file: 'policies',
  line: 1,
  column: 1,
  message: 'no policy permits anything, so every call would be refused',
  fix: 'Add a file policies/<name>.cedar with a permit policy: docs/tenants.md has an example',
};
