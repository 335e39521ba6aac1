/**
 * The stores of a tool function: those of every function, and those that a port, an effect or a kind of reference adds.
 */
export const toolStores = {
  always: { ledger: ['read', 'put'], head: ['read'], runs: ['read'] },
  /** Results that do not fit into the call's record. */
  content: { read: ['results'], write: ['results'] },
  ports: {
    /** The grants for models depend on the models that the extractors of the release name. */
    model: {},
    corpora: { content: { read: ['corpora'] } },
    connectors: { secret: 'read' },
    /** Reads the ledger under the prefixes of all tool functions. */
    dispatches: { ledger: ['readMany'] },
    actions: { actions: ['readMany'], tasks: ['readMany'] },
    objects: { objects: ['read', 'query'] },
    /**
     * Every function of the effect class `read-internal` has this port, so the port alone adds no grants. Only a
     * function whose tools name exported types gets the grants in `exported`.
     */
    exports: {},
  },
  effects: {
    Action: { actions: ['put'], content: { write: ['payloads'] } },
    Task: { tasks: ['put'], content: { write: ['payloads'] } },
  },
  /**
   * Grants reading the manifests of exported snapshots. The objects in a snapshot are read by queries and need no grant
   * here.
   */
  exported: { content: { read: ['exports'] } },
  /**
   * For patterns with a slot for sources: the function reads the rows of sources before the PDP decides, and their
   * texts after the decision. The function never writes a source.
   */
  refs: { Source: { sources: ['readMany'], content: { read: ['texts'] } } },
} as const;
