import type { Definition } from '../../contract/authority/identity.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';

/** Returns the definition of an agent that may call these tools with the purpose `testing`. */
export const definition = (tools: readonly ToolVersion[], more: Partial<Definition> = {}): Definition => ({
  id: 'test-agent',
  owner: 'owner',
  scopes: ['test.invoke'],
  clearances: ['pii.medium'],
  purposes: ['testing'],
  tools: Object.fromEntries(tools.map(({ id, version }) => [id, version])),
  ...more,
});
