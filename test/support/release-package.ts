import { canonicalJson, hashOf, sha256, type Hash } from '../../contract/values/canonical.ts';
import type { ReleaseManifest } from '../../contract/artefacts/manifest.ts';
import type { ReleaseNeeds } from '../../contract/artefacts/release-needs.ts';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';

export const noNeeds: ReleaseNeeds = {
  agents: [],
  groups: [],
  secrets: [],
  functions: [],
  models: [],
  tables: [],
  exports: [],
};

export const policyText = 'permit (principal, action, resource);';

/** Makes the package of a release with one agent, one policy and no tool. Another title makes another release. */
export function packageOf(
  title: string,
  more: { readonly needs?: Partial<ReleaseNeeds>; readonly manifest?: object } = {},
): ReleasePackage & { readonly id: Hash } {
  const parts: Record<Hash, string> = {};
  const part = (text: string): Hash => {
    parts[sha256(text)] = text;
    return sha256(text);
  };
  const agent = { id: 'test-agent', scopes: [title], clearances: [], purposes: [], tools: {} };
  const texts = { 'tenant.access.all': part(policyText) };
  const manifest: ReleaseManifest = {
    format: 2,
    tenant: 'test',
    title,
    markings: { chains: [], flags: [] },
    sourceMarkings: [],
    tools: {},
    summaries: part(canonicalJson([])),
    artefacts: [],
    agents: { 'test-agent': part(canonicalJson(agent)) },
    groups: {},
    policies: part(canonicalJson({ hash: hashOf(texts), policySet: {}, schema: {}, texts })),
  };
  const text = canonicalJson({ ...manifest, ...more.manifest });
  return { id: sha256(text), manifest: text, parts, needs: { ...noNeeds, ...more.needs }, places: {}, local: true };
}
