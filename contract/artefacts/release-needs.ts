/** The parts of a deployment that a release needs, by name. Only a deploy can provide them. All lists are sorted. */
export interface ReleaseNeeds {
  readonly agents: readonly string[];
  readonly groups: readonly string[];
  /** Ids of the systems of record that are called with a secret. */
  readonly secrets: readonly string[];
  /** Functions with egress. Functions without egress are always deployed. */
  readonly functions: readonly string[];
  /** Models, each as `function model` or `function model in region,region`. */
  readonly models: readonly string[];
  /** Tables of the tenant, each as `function ARN`. */
  readonly tables: readonly string[];
  /** Columns of exported objects, each as `type.column`. */
  readonly exports: readonly string[];
}

const nouns: Readonly<Record<keyof ReleaseNeeds, string>> = {
  agents: 'the agent',
  groups: 'the group',
  secrets: 'the secrets of the system of record',
  functions: 'the function',
  models: 'the model',
  tables: 'the table',
  exports: 'the exported column',
};

/** Returns what a release needs and a deployment does not have, each with its noun, such as `the agent claims-agent`. */
export const missingNeeds = (needs: ReleaseNeeds, provided: ReleaseNeeds): readonly string[] =>
  Object.entries(nouns).flatMap(([kind, noun]) =>
    needs[kind as keyof ReleaseNeeds]
      .filter((name) => !provided[kind as keyof ReleaseNeeds].includes(name))
      .map((name) => `${noun} ${name}`),
  );
