/** A rule that the local cloud does not evaluate, and the tests that check it on the CloudFormation template. */
export interface NotProbed {
  readonly rule: string;
  readonly checkedBy: readonly { readonly file: string; readonly title: string }[];
}

/** The rules that the probe cannot check in the local cloud. */
export const notProbed: readonly NotProbed[] = [
  {
    rule: 'dynamodb:LeadingKeys: a function may put only keys with its own prefix, and only Decisions of its own kinds',
    checkedBy: [
      { file: 'grants/grants.test.ts', title: 'A function may put into the ledger only under its own prefix' },
      { file: 'grants/grants.test.ts', title: '%s may use exactly the tables of its row' },
      { file: 'grants/grants.test.ts', title: '%s may use exactly the tables that its effect class allows' },
    ],
  },
  {
    rule: 'the rights to use the customer key, and the policy of the key',
    checkedBy: [
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
    rule: 'the rights of a state machine’s role while the machine runs',
    checkedBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'The ARNs that a state machine names are exactly those that its role is granted',
      },
    ],
  },
  {
    rule: 'the subnets and network rights of functions without egress',
    checkedBy: [
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
    checkedBy: [
      {
        file: 'data/queries.test.ts',
        title: 'In the function’s name, Athena may read and write only these tables, their parts and the answers',
      },
    ],
  },
  {
    rule: 'the policies of the VPC endpoints',
    checkedBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'An endpoint’s policy allows only the tenant’s own tables or areas and their verbs',
      },
    ],
  },
  {
    rule: 'the condition of the bucket policies that allows TLS only',
    checkedBy: [
      {
        file: 'data-stack.test.ts',
        title:
          'The content store and the audit log are one bucket each: versioned, under the customer key, closed to the public, TLS only',
      },
    ],
  },
  {
    rule: 'the deletion of whole tables, which no harmless request can try',
    checkedBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'No role has another table action than the verbs of the contract: no delete, no scan, no wildcard',
      },
    ],
  },
];
