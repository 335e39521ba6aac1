import type { Release } from '../../contract/system.ts';

/**
 * Returns a function that finds the title of an action kind, or of a tool of a given version, in the release in force. If
 * the release does not have it, the title is the id.
 */
export function kindTitles(release: Release): (id: string, version?: string) => Promise<string> {
  const titles = new Map<string, Promise<string>>();
  return (id, version) => {
    const key = `${id}@${version ?? ''}`;
    const title = titles.get(key) ?? titleOf(release, id, version);
    titles.set(key, title);
    return title;
  };
}

async function titleOf(release: Release, id: string, version: string | undefined): Promise<string> {
  if (version !== undefined) return (await release.tool(id, version))?.title ?? id;
  const kind = release.describe('ActionKind', id);
  return kind === undefined ? id : (await release.load(kind)).title;
}
