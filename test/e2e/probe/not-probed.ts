/** A rule that the local cloud does not evaluate, and the test that checks the template for it. */
export interface NotProbed {
  readonly rule: string;
  readonly heldBy: readonly { readonly file: string; readonly title: string }[];
}

/** Rules that are not probed but asserted on the template. */
export const notProbed: readonly NotProbed[] = [
  {
    rule: 'dynamodb:LeadingKeys: a function puts under its own prefix, a Decision under its own kinds',
    heldBy: [
      { file: 'grants/grants.test.ts', title: 'A function may put into the ledger only under its own prefix' },
      { file: 'grants/grants.test.ts', title: '%s may use exactly the tables of its row' },
      { file: 'grants/grants.test.ts', title: '%s may use exactly the tables that its effect class allows' },
    ],
  },
  {
    rule: 'grants of the customer key, and its policy',
    heldBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'Each role that uses an encrypted store may use its key, and only through that store’s service',
      },
      {
        file: 'data/customer-key.test.ts',
        title: 'The key’s policy names only the account: no role, no service, no other account',
      },
    ],
  },
  {
    rule: 'a state machine’s own role, when the machine runs',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'The ARNs that a state machine names are exactly those that its role is granted',
      },
    ],
  },
  {
    rule: 'subnets and network rights of functions without egress',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'The functions without egress, and no others, are in isolated subnets',
      },
      {
        file: 'plane-stack.test.ts',
        title: 'The isolated subnets have no way out: no gateway, no route, no interface endpoint',
      },
      { file: 'grants/network-rights.test.ts', title: 'A function’s own code may not create a network interface' },
    ],
  },
  {
    rule: 'what Athena reads and writes in its caller’s name: the catalog, the parts of a snapshot, the answers',
    heldBy: [
      {
        file: 'data/queries.test.ts',
        title: 'In the function’s name, Athena may read and write only these tables, their parts and the answers',
      },
    ],
  },
  {
    rule: 'endpoint policies',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'An endpoint’s policy allows only the tenant’s own tables or areas and their verbs',
      },
    ],
  },
  {
    rule: 'the conditions of the bucket’s policy: TLS alone',
    heldBy: [
      {
        file: 'data-stack.test.ts',
        title:
          'The content store and the audit log are one bucket each: versioned, under the customer key, closed to the public, TLS only',
      },
    ],
  },
  {
    rule: 'deletion of whole tables, which no harmless request can try',
    heldBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'No role has another table action than the verbs of the contract: no delete, no scan, no wildcard',
      },
    ],
  },
];
