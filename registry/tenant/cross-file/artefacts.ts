import type { Tenant } from '../tenant.ts';
import type { NameCheck } from './names.ts';

/** Checks that each version of an artefact is in one file only, and that its markings exist. */
export function checkArtefacts(tenant: Tenant, check: NameCheck): void {
  const seen = new Map<string, string>();
  for (const file of tenant.artefacts) {
    const { artefact, markings } = file.value;
    const key = `${artefact.id}@${artefact.version}`;
    const other = seen.get(key);
    if (other !== undefined) {
      check.tell(
        { file, path: ['version'] },
        `${key} is already defined in ${other}`,
        'Raise the version of one of them',
      );
    }
    seen.set(key, file.source.file);
    check.all({ file, path: ['markings'] }, { what: 'marking', of: check.names.markings }, markings);
  }
}
