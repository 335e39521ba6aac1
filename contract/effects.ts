/**
 * The six effect classes (docs/spec.md, 9.2), and what a tool of each class may touch. A class names ports and effects,
 * never a cloud permission: `lib/` turns a port into a grant. `approval` is the minimum that the class requires.
 */
export const effectClasses = {
  pure: {
    ports: ['model'],
    effects: [],
    egress: 'none',
    approval: 'none',
    key: 'derived',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  'read-internal': {
    ports: ['corpora', 'objects', 'exports'],
    effects: [],
    egress: 'none',
    approval: 'scope',
    key: 'optional',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  'read-external': {
    ports: ['connectors'],
    effects: [],
    egress: 'declared',
    approval: 'scope+purpose',
    key: 'optional',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  },
  stage: {
    ports: ['dispatches'],
    effects: ['Action'],
    egress: 'none',
    approval: 'scope',
    key: 'required',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  'commit-low': {
    ports: ['actions', 'dispatches'],
    effects: ['Task'],
    egress: 'none',
    approval: 'scope+policy',
    key: 'required',
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  'commit-high': {
    ports: ['connectors'],
    effects: [],
    egress: 'declared',
    approval: 'human',
    key: 'required',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
} as const satisfies Record<string, EffectRow>;

interface EffectRow {
  readonly ports: readonly ('model' | 'corpora' | 'connectors' | 'dispatches' | 'actions' | 'objects' | 'exports')[];
  readonly effects: readonly ('Action' | 'Task')[];
  readonly egress: 'none' | 'declared';
  readonly approval: 'none' | 'scope' | 'scope+purpose' | 'scope+policy' | 'human';
  /**
   * `required`: the call needs a run and a key. If the caller sends no key, the platform issues one to a stage call. To
   * any other call, the platform issues a key only if the registry record says `derive(args)`.
   */
  readonly key: 'derived' | 'optional' | 'required';
  /** The tool annotations of the Model Context Protocol. */
  readonly hints: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
}

export type EffectClass = keyof typeof effectClasses;
export type PortName<C extends EffectClass> = (typeof effectClasses)[C]['ports'][number];
export type EffectKind<C extends EffectClass> = (typeof effectClasses)[C]['effects'][number];

/**
 * Returns true for classes that change something. Their calls need a run, and also a key unless the platform issues
 * one.
 */
export const hasEffect = (effectClass: EffectClass): boolean => effectClasses[effectClass].effects.length > 0;
