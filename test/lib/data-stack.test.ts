import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { storeLayouts } from '../../contract/platform/stores.ts';
import { planes } from './planes.ts';

const real = planes();
const local = planes({ local: true });
const kept = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
  'AWS::Cognito::UserPool',
];
const policies = z.record(z.string(), z.object({ DeletionPolicy: z.string().optional() }).loose());

const deletionPolicies = (of: typeof real, type: string): string[] =>
  Object.values(policies.parse(of.data.findResources(type))).map(({ DeletionPolicy }) => DeletionPolicy ?? 'none');

describe('The data stack', () => {
  it.each(kept)(
    'If the data stack is deleted, each %s of a real tenant is kept, and each one of the local cloud is deleted',
    (type) => {
      expect(new Set(deletionPolicies(real, type))).toEqual(new Set(['Retain']));
      expect(new Set(deletionPolicies(local, type))).toEqual(new Set(['Delete']));
    },
  );

  it('Tables, user pool and stacks of a real tenant are protected from deletion', () => {
    for (const [of, on] of [
      [real, true],
      [local, false],
    ] as const) {
      of.data.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
        Replicas: [Match.objectLike({ DeletionProtectionEnabled: on })],
      });
      of.data.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: on ? 'ACTIVE' : 'INACTIVE' });
      const [data, plane] = of.app.node.children.filter((child) => 'terminationProtection' in child);
      expect([data, plane]).toEqual([
        expect.objectContaining({ terminationProtection: on }),
        expect.objectContaining({ terminationProtection: on }),
      ]);
    }
  });

  it('Each store has one table, which is on demand, recoverable, encrypted with the customer key, and has only pk as its key', () => {
    real.data.resourceCountIs('AWS::DynamoDB::GlobalTable', Object.keys(storeLayouts).length);
    real.data.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          SSESpecification: { KMSMasterKeyId: Match.anyValue() },
        }),
      ],
    });
  });

  it('Each table has the indexes, the stream and the expiry of its layout in the contract', () => {
    const layout = z.object({
      GlobalSecondaryIndexes: z
        .array(z.object({ IndexName: z.string(), KeySchema: z.array(z.object({ AttributeName: z.string() })) }))
        .default([]),
      StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
      TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
    });
    const tables = Object.entries(real.data.findResources('AWS::DynamoDB::GlobalTable'));
    for (const [store, expected] of Object.entries(storeLayouts)) {
      const [, resource] = tables.find(([id]) => id.startsWith(`Tables${store}`)) ?? [];
      const found = layout.parse(resource?.['Properties']);
      const indexes = found.GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => [
        IndexName,
        ...KeySchema.map(({ AttributeName }) => AttributeName),
      ]);
      expect(indexes, store).toEqual(
        Object.entries(expected.indexes).map(([name, { partition, sort }]) => [name, partition, sort]),
      );
      expect(found.StreamSpecification?.StreamViewType, store).toBe('stream' in expected ? expected.stream : undefined);
      expect(found.TimeToLiveSpecification?.AttributeName, store).toBe('ttl' in expected ? expected.ttl : undefined);
    }
  });

  it('The buckets of content store and audit log keep versions, use the customer key, refuse public access and require TLS', () => {
    for (const of of [real, local]) {
      of.data.resourceCountIs('AWS::S3::Bucket', 2);
      of.data.allResourcesProperties('AWS::S3::Bucket', {
        VersioningConfiguration: { Status: 'Enabled' },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            {
              BucketKeyEnabled: true,
              ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: Match.anyValue() },
            },
          ],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      });
    }
    real.data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Principal: { AWS: '*' },
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    });
    // The local cloud does not support TLS, so its buckets do not have this policy.
    local.data.resourceCountIs('AWS::S3::BucketPolicy', 0);
  });

  it('Uploads are reported to the event bus, and no function may change the bucket’s notifications', () => {
    real.data.hasResourceProperties('AWS::S3::Bucket', {
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    });
    real.data.resourceCountIs('AWS::Lambda::Function', 0);
  });

  it('AWS KMS rotates the customer key', () => {
    real.data.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  });

  it('Nothing in a real tenant’s audit log can be changed or deleted for ten years by default, or in the given mode for the given years; a disposable stage and the local cloud have no lock', () => {
    const locked = (mode: string, days: number) => ({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: mode, Days: days } } },
    });
    real.data.hasResourceProperties('AWS::S3::Bucket', locked('GOVERNANCE', 3650));
    const compliant = planes({ auditLock: { mode: 'compliance', years: 7 } });
    compliant.data.hasResourceProperties('AWS::S3::Bucket', locked('COMPLIANCE', 2555));
    const disposable = planes({ auditLock: 'none' });
    disposable.data.allResourcesProperties('AWS::S3::Bucket', { ObjectLockEnabled: Match.absent() });
    local.data.allResourcesProperties('AWS::S3::Bucket', { ObjectLockEnabled: Match.absent() });
  });

  it('Only the sealing function may use the Ed25519 key that signs the audit log', () => {
    real.data.hasResourceProperties('AWS::KMS::Key', {
      KeySpec: 'ECC_NIST_EDWARDS25519',
      KeyUsage: 'SIGN_VERIFY',
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: 'kms:Sign',
            Principal: { AWS: '*' },
            Condition: { StringNotEquals: { 'aws:PrincipalTag/logic-plane:signs': 'logic-plane.audit/acme/test' } },
          }),
        ]),
      },
    });
    const roles = Object.values(real.of('AWS::IAM::Role')).map(({ Properties }) => JSON.stringify(Properties));
    const signing = roles.filter((role) => role.includes('kms:Sign'));
    expect(signing).toHaveLength(1);
    expect(roles.filter((role) => role.includes('logic-plane:signs'))).toEqual(signing);
  });

  it('In a real tenant each human needs a second factor, and nobody can sign up', () => {
    real.data.hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    });
  });

  it('The client of an agent has one scope with the agent’s name, and only the client credentials flow', () => {
    const of = planes({ release: { agents: ['claims-agent', 'intake-agent'] } });
    const clients = Object.values(of.data.findResources('AWS::Cognito::UserPoolClient'));
    const client = z.object({
      GenerateSecret: z.literal(true),
      AllowedOAuthFlows: z.tuple([z.literal('client_credentials')]),
      AllowedOAuthScopes: z.tuple([
        z.object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([z.unknown(), z.string()])]) }),
      ]),
    });
    const scopes = clients.map(({ Properties }) => client.parse(Properties).AllowedOAuthScopes[0]['Fn::Join'][1][1]);
    expect(scopes.sort()).toEqual(['/claims-agent', '/intake-agent']);
    of.data.hasResourceProperties('AWS::Cognito::UserPoolResourceServer', { Identifier: 'agent' });
  });

  it('If a tenant has more agents than one authorizer can accept, the stack is refused, and the error names both numbers', () => {
    const agents = Array.from({ length: 46 }, (_, i) => `agent-${i}`);
    expect(() => planes({ release: { agents } })).toThrow(
      'acme has 46 agents, but one authorizer accepts at most 45: define fewer agents',
    );
  });

  it('Each system of record has two secrets under the customer key, and the template does not contain their values', () => {
    real.data.resourceCountIs('AWS::SecretsManager::Secret', 4);
    real.data.allResourcesProperties('AWS::SecretsManager::Secret', {
      KmsKeyId: Match.anyValue(),
      SecretString: Match.absent(),
    });
  });
});
