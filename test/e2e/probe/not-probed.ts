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
      { file: 'grants/grants.test.ts', title: 'every put into the ledger stands under the function’s own prefix' },
      { file: 'grants/grants.test.ts', title: '%s may touch what its row says, and nothing else' },
      { file: 'grants/grants.test.ts', title: '%s may touch what its effect class allows, and nothing else' },
    ],
  },
  {
    rule: 'grants of the customer key, and its policy',
    heldBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'whoever touches an encrypted store may use its key, through that store’s service alone',
      },
      {
        file: 'data/customer-key.test.ts',
        title: 'the key’s policy names the account alone: no role, no service, no other account',
      },
    ],
  },
  {
    rule: 'a state machine’s own role, when the machine runs',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'every ARN that a state machine names is paired with a grant of its role, and the other way round',
      },
    ],
  },
  {
    rule: 'subnets and network rights of functions without egress',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'every function without egress stands in isolated subnets, and no other does',
      },
      {
        file: 'plane-stack.test.ts',
        title: 'nothing leads out of the isolated subnets: no gateway, no route, no interface endpoint',
      },
      { file: 'grants/network-rights.test.ts', title: 'a function’s own code makes no network interface' },
    ],
  },
  {
    rule: 'what Athena reads and writes in its caller’s name: the catalog, the parts of a snapshot, the answers',
    heldBy: [
      {
        file: 'data/queries.test.ts',
        title: 'read and write in its name, by Athena alone, these tables, their parts and the answers',
      },
    ],
  },
  {
    rule: 'endpoint policies',
    heldBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'an endpoint’s policy names the tenant’s own tables or areas, their verbs, and nothing else',
      },
    ],
  },
  {
    rule: 'the conditions of the bucket’s policy: TLS alone',
    heldBy: [
      {
        file: 'data-stack.test.ts',
        title: 'the content store is one bucket: versioned, under the customer key, closed to the public, by TLS alone',
      },
    ],
  },
  {
    rule: 'deletion of whole tables, which no harmless request can try',
    heldBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'no table is ever written but under a verb of the contract: no delete, no scan, no wildcard',
      },
    ],
  },
];
