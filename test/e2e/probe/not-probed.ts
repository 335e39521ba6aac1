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
      { file: 'grants/grants.test.ts', title: 'A function may put into the ledger only under its own key prefix' },
      { file: 'grants/grants.test.ts', title: 'The function %s may use exactly the tables of its row in the contract' },
      {
        file: 'grants/grants.test.ts',
        title: 'The tool function %s may use exactly the tables that its effect class allows',
      },
    ],
  },
  {
    rule: 'the rights to use the customer key, and the policy of the key',
    checkedBy: [
      {
        file: 'grants/grants.test.ts',
        title: 'A role that uses an encrypted store may use the store’s key, but only through the store’s service',
      },
      {
        file: 'data/customer-key.test.ts',
        title: 'The policy of the customer key names only the account, and no role, service or other account',
      },
    ],
  },
  {
    rule: 'the rights of a state machine’s role while the machine runs',
    checkedBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'A state machine’s definition names exactly the ARNs that its role may use',
      },
    ],
  },
  {
    rule: 'the subnets and network rights of functions without egress',
    checkedBy: [
      {
        file: 'plane-stack.test.ts',
        title: 'Exactly the functions without egress are in the isolated subnets',
      },
      {
        file: 'plane-stack.test.ts',
        title:
          'The isolated subnets have no internet gateway, no NAT gateway, no other route and no interface endpoint',
      },
      { file: 'grants/network-rights.test.ts', title: 'A function’s own code may not create a network interface' },
    ],
  },
  {
    rule: 'what Athena reads and writes in its caller’s name: the catalog, the parts of a snapshot, the answers',
    checkedBy: [
      {
        file: 'data/queries.test.ts',
        title: 'On behalf of the function, Athena may use only the tables of its types, their files and the results',
      },
    ],
  },
  {
    rule: 'the policies of the VPC endpoints',
    checkedBy: [
      {
        file: 'plane-stack.test.ts',
        title:
          'The policy of an endpoint allows only the tenant’s own tables or content areas, with the actions of the contract',
      },
    ],
  },
  {
    rule: 'the right to read scans with Amazon Textract, which the emulator does not have',
    checkedBy: [
      {
        file: 'grants/scan-grant.test.ts',
        title:
          'If the tenant has not configured Textract, no role may use it, no function is told of it and there is no endpoint',
      },
      {
        file: 'grants/scan-grant.test.ts',
        title:
          'If the tenant has configured Textract, only `source-text` may use it, and may only start and read text detection',
      },
    ],
  },
  {
    rule: 'the condition of the bucket policies that allows TLS only',
    checkedBy: [
      {
        file: 'data-stack.test.ts',
        title:
          'The buckets of content store and audit log keep versions, use the customer key, refuse public access and require TLS',
      },
    ],
  },
  {
    rule: 'the deletion of whole tables, which no harmless request can try',
    checkedBy: [
      {
        file: 'grants/grants.test.ts',
        title:
          'Every table action of a role is a verb of the contract, never a delete or a wildcard, and one function may scan the ledger',
      },
    ],
  },
];
