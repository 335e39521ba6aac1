import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aws } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { Logs } from '../logs.ts';
import { withRetries } from './retries.ts';
import type { PlaneFunction } from '../functions/plane-function.ts';
import type { SharedPolicies } from '../grants/shared-policies.ts';

export interface MachineProps {
  /** A file of `statemachines/`, without `.asl.json`. */
  readonly definition: string;
  readonly root: string;
  readonly local: boolean;
  readonly policies: SharedPolicies;
  /** Placeholder in the definition to the function it invokes. */
  readonly invokes: Readonly<Record<string, PlaneFunction>>;
  /** Machines that executions of the version before start: they go on by the definition that they began with. */
  readonly formerlyStarts?: readonly StateMachine[];
}

/**
 * A state machine from its file, where `${Name}` stands for an ARN. Each placeholder is paired with the grant that lets
 * the machine use it: one that the file has and the stack does not is an error, and so is the other way round.
 */
export class Machine extends Construct {
  readonly machine: StateMachine;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: MachineProps) {
    super(scope, id);
    const { definition, root, local, policies, invokes, formerlyStarts = [] } = props;
    const text = withRetries(readFileSync(join(root, 'statemachines', `${definition}.asl.json`), 'utf8'));
    const functions = mapValues(invokes, ({ function: { functionArn } }) => functionArn);
    const machines = formerlyStarts.map(({ stateMachineArn }) => stateMachineArn);
    const substitutions = { ...functions, Partition: Aws.PARTITION };
    requireSame(definition, placeholdersOf(text), Object.keys(substitutions));

    const statements = [
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(functions) }),
      ...(machines.length === 0
        ? []
        : [new PolicyStatement({ actions: ['states:StartExecution'], resources: machines })]),
    ];
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      managedPolicies: [policies.tracing, policies.logDelivery],
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
    this.machine = new StateMachine(this, 'Machine', {
      definitionBody: DefinitionBody.fromString(text),
      definitionSubstitutions: substitutions,
      role: this.role.withoutPolicyUpdates(),
      // A task token is a secret and stands in the execution's data.
      logs: { destination: new Logs(this, 'Logs', { local }), level: LogLevel.ALL, includeExecutionData: false },
      tracingEnabled: true,
    });
  }
}

const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\$\{([A-Za-z]+)\}/g)].map(([, name]) => name ?? '');

const mapValues = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));

function requireSame(definition: string, asked: readonly string[], given: readonly string[]): void {
  const missing = [...new Set(asked)].filter((name) => !given.includes(name));
  const unused = given.filter((name) => !asked.includes(name));
  if (missing.length > 0)
    throw new Error(`${definition}.asl.json names ${missing.join(', ')}, which the stack does not have`);
  if (unused.length > 0) throw new Error(`${definition}.asl.json does not use ${unused.join(', ')}`);
}
