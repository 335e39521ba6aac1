import type { Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/** Checks that each eval pack is used, and that its callers, SoRs and earlier calls exist. */
export function checkPacks(tenant: Tenant, check: NameCheck): void {
  const used = new Set(tenant.tools.map(({ value }) => value.evalPack));
  const { names } = check;
  const sors = new Set(tenant.artefacts.filter(({ kind }) => kind === 'Sor').map(({ value }) => value.artefact.id));
  for (const file of tenant.packs.values()) {
    if (!used.has(file.value.id) && tenant.broken.size === 0) {
      check.tell(
        { file, path: ['id'] },
        'no tool uses this pack',
        `Write evalPack: ${file.value.id} into a registry record, or remove the pack`,
      );
    }
    for (const [i, golden] of file.value.cases.entries()) {
      const steps = [
        { step: golden, path: ['cases', i] },
        ...golden.before.map((step, at) => ({ step, path: ['cases', i, 'before', at] })),
      ];
      for (const { step, path } of steps) {
        const { caller, connectors } = step;
        if ('agent' in caller)
          check.known({ file, path: [...path, 'caller', 'agent'] }, { what: 'agent', of: names.agents }, caller.agent);
        else
          check.all({ file, path: [...path, 'caller', 'groups'] }, { what: 'group', of: names.groups }, caller.groups);
        for (const [at, { sor }] of connectors.entries()) {
          check.known({ file, path: [...path, 'connectors', at, 'sor'] }, { what: 'SoR', of: sors }, sor);
        }
      }
      for (const [at, { tool, version }] of golden.before.entries()) {
        check.known(
          { file, path: ['cases', i, 'before', at] },
          { what: 'tool version', of: names.toolVersions },
          `${tool}@${version}`,
        );
      }
    }
  }
}
