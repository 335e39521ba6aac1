const set = { type: 'Set', element: { type: 'String' } } as const;
const text = { type: 'String' } as const;
const principal = {
  shape: { type: 'Record', attributes: { scopes: set, clearances: set, purposes: set, groups: set } },
} as const;

const context = { purpose: text, markings: set } as const;
const approval = {
  type: 'Record',
  attributes: { external: { type: 'Boolean' }, grants: { type: 'Long' }, quorum: { type: 'Long' } },
  required: false,
} as const;
const action = (attributes: object): object => ({
  appliesTo: {
    principalTypes: ['Agent', 'Human'],
    resourceTypes: ['Tool'],
    context: { type: 'Record', attributes },
  },
});

/**
 * The Cedar schema in JSON, with one action for each effect class (docs/spec.md, 9.2). Only `commit-high` has
 * `approval` in its context.
 */
export const cedarSchema = {
  '': {
    entityTypes: {
      Agent: principal,
      Human: principal,
      Tool: {
        shape: { type: 'Record', attributes: { scopes: set, markings: set, purposes: set, pattern: text } },
      },
    },
    actions: {
      pure: action(context),
      'read-internal': action(context),
      'read-external': action(context),
      stage: action(context),
      'commit-low': action(context),
      'commit-high': action({ ...context, approval }),
    },
  },
} as const;

/**
 * The `forbid` policies of the platform, by policy id. Every tenant's policy set contains them with the prefix
 * `floor.`, and no `permit` outweighs them. A tenant adds `permit` policies and more `forbid` policies; a call that no
 * policy permits is denied.
 */
export const floorPolicies: Readonly<Record<string, string>> = {
  scope: `forbid (principal, action, resource)
unless { principal.scopes.containsAll(resource.scopes) };`,

  purpose: `forbid (principal, action, resource)
unless { principal.purposes.contains(context.purpose) && resource.purposes.contains(context.purpose) };`,

  clearance: `forbid (principal, action, resource)
unless { principal.clearances.containsAll(context.markings) };`,

  'tool-markings': `forbid (principal, action, resource)
unless { resource.markings.containsAll(context.markings) };`,

  'commit-approval': `forbid (principal, action == Action::"commit-high", resource)
unless { context has approval };`,

  'external-approval': `forbid (principal, action == Action::"commit-high", resource)
when { context has approval && context.approval.external }
unless { context.approval.quorum >= 1 && context.approval.grants >= context.approval.quorum };`,
};
