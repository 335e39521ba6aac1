import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aws } from 'aws-cdk-lib';
import { Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { Logs } from '../logs.ts';
import { withRetries } from './retries.ts';
import type { PlaneFunction } from '../functions/plane-function.ts';
import type { SharedPolicies } from '../grants/shared-policies.ts';

export interface MachineProps {
  /** Name of a file in `statemachines/`, without `.asl.json`. */
  readonly definition: string;
  readonly root: string;
  readonly local: boolean;
  readonly policies: SharedPolicies;
  /** The invoked functions, by their placeholder in the definition. */
  readonly invokes: Readonly<Record<string, PlaneFunction>>;
  /**
   * Machines that executions of the previous version start, because they continue with the definition that they began
   * with.
   */
  readonly formerlyStarts?: readonly StateMachine[];
  /** True if an execution may start the next execution of the same machine. */
  readonly restarts?: boolean;
}

/**
 * A state machine from its definition file, in which a placeholder `${Name}` is replaced by an ARN. The stack must fill
 * exactly the placeholders that the file has. For each of them, the machine's role gets the right to use the ARN.
 */
export class Machine extends Construct {
  readonly machine: StateMachine;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: MachineProps) {
    super(scope, id);
    const { definition, root, local, policies, invokes, formerlyStarts = [], restarts = false } = props;
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
      // Execution data is not logged, because it contains the task token, which is a secret.
      logs: { destination: new Logs(this, 'Logs', { local }), level: LogLevel.ALL, includeExecutionData: false },
      tracingEnabled: true,
    });
    // This is a separate policy: the machine needs its role first, and this grant needs the machine first.
    if (restarts) {
      const statement = new PolicyStatement({
        actions: ['states:StartExecution'],
        resources: [this.machine.stateMachineArn],
      });
      new Policy(this, 'Restart', { roles: [this.role], statements: [statement] });
    }
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
    throw new Error(`${definition}.asl.json has placeholders that the stack does not fill: ${missing.join(', ')}`);
  if (unused.length > 0) throw new Error(`${definition}.asl.json has no placeholder for: ${unused.join(', ')}`);
}
