import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

export type SecretKind = 'read' | 'write';

export interface SecretsProps {
  readonly sors: readonly string[];
  readonly key: IKey;
  readonly destroyable: boolean;
}

/**
 * Two secrets for each system of record: one to read and one to write. No role can read both. At first each secret has
 * a random value that opens nothing. The tenant replaces it by the credentials of its own system, so no template ever
 * contains them.
 */
export class Secrets extends Construct {
  private readonly bySor: readonly { readonly sor: string; readonly read: Secret; readonly write: Secret }[];

  constructor(scope: Construct, id: string, { sors, key, destroyable }: SecretsProps) {
    super(scope, id);
    const secret = (sor: string, kind: SecretKind): Secret => {
      const made = new Secret(this, `${sor}-${kind}`, {
        description: `Credential to ${kind} ${sor}`,
        encryptionKey: key,
        removalPolicy: destroyable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      });
      acknowledge(
        made,
        'AwsSolutions-SMG4',
        'The system of record issues this credential and its owner rotates it there. A running function reads the new value after its cache time.',
      );
      return made;
    };
    this.bySor = sors.map((sor) => ({ sor, read: secret(sor, 'read'), write: secret(sor, 'write') }));
  }

  arns(kind: SecretKind): string[] {
    return this.bySor.map((secrets) => secrets[kind].secretArn);
  }

  /** Returns JSON that maps each SoR id to the id of its secret. */
  ids(kind: SecretKind): string {
    return Stack.of(this).toJsonString(
      Object.fromEntries(this.bySor.map(({ sor, ...of }) => [sor, of[kind].secretArn])),
    );
  }
}
