import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { HttpNoneAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Policy } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import {
  platformFunctions,
  type PlatformFunction,
  type OpenRoute,
  type PlatformFunctionName,
  type Route,
} from '../contract/platform/functions.ts';
import { accessLogReading } from './grants/access-log-grant.ts';
import { platformAccess, toolAccess, type Access } from './grants/access.ts';
import { Api } from './api/api.ts';
import { CliClient } from './api/cli-client.ts';
import { ConsoleClient } from './api/console-client.ts';
import { bundling } from './functions/bundling.ts';
import type { DataStack } from './data-stack.ts';
import type { Deployment } from './deployment.ts';
import { FailuresQueue } from './functions/failures-queue.ts';
import { issuer, signInOrigin } from './data/identity.ts';
import { carryLedger } from './functions/ledger-stream.ts';
import { NotificationRetries } from './functions/notification-retries.ts';
import { approvalMachine, commitMachine } from './machines/machines.ts';
import { Monitoring } from './monitoring.ts';
import { Network } from './network.ts';
import { PlaneFunction, type PlaneParts } from './functions/plane-function.ts';
import { Queries } from './data/queries.ts';
import { samePage } from './grants/page-grant.ts';
import { Scheduled } from './functions/scheduled.ts';
import { ReleaseCheck, ReleaseTrigger } from './functions/release-trigger.ts';
import { PackageAsset } from './release/package-asset.ts';
import { SharedPolicies } from './grants/shared-policies.ts';
import { UploadsBucket } from './functions/uploads.ts';

export interface PlaneStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
  readonly engine: string;
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly entryOf: (functionName: string) => string;
}

/**
 * The stack with the resources that can be created again at any time: the functions, the API in front of them, and the
 * state machines.
 */
export class PlaneStack extends Stack {
  readonly functions = new Map<string, PlaneFunction>();
  private readonly parts: PlaneParts;
  private readonly root: string;

  constructor(scope: Construct, id: string, props: PlaneStackProps) {
    super(scope, id, props);
    const { deployment, data } = props;
    const { local } = deployment;
    const { tables, content, auditLog, notifications, secrets, key } = data;

    const failures = new FailuresQueue(this, 'StreamFailures', { local });
    const retries = new NotificationRetries(this, 'NotificationRetries', { failures });
    const models = deployment.release.functions.flatMap((row) => row.models ?? []);
    const exports = deployment.release.functions.flatMap((row) => row.exports ?? []);
    const queries =
      exports.length === 0
        ? undefined
        : new Queries(this, 'Queries', { name: this.stackName, types: exports, content, key });
    const releasePackage = new PackageAsset(this, deployment.release.packageFile, deployment.moveHead);
    const network = new Network(this, 'Network', {
      tables,
      content,
      auditLog,
      releasePackage,
      models,
      textract: deployment.release.textract,
      local,
      ...(queries && { queries }),
    });
    const policies = new SharedPolicies(this, 'Policies');
    const failuresArn = failures.queueArn;
    const { userPool } = data.identity;
    const api = new Api(this, 'Api', { local });
    const people = new ConsoleClient(this, 'Console', { userPool, http: api.http, local });
    const cli = new CliClient(this, 'Cli', { userPool });
    const clients = [...Object.values(data.identity.agentClients), people, cli];
    this.root = props.root;
    this.parts = {
      ...props,
      bundlingOf: bundlingOf(props),
      tables,
      content,
      auditLog,
      notifications,
      retries,
      accessLog: api.accessLog,
      releasePackage,
      secrets,
      key,
      network,
      policies,
      failuresArn,
      people: {
        userPool,
        issuer: issuer(data.identity),
        clientIds: clients.map(({ userPoolClientId }) => userPoolClientId),
      },
      signIn: {
        clientId: people.userPoolClientId,
        issuer: issuer(data.identity),
        // The local cloud serves the sign-in at the origin of the API.
        origin: local ? samePage : signInOrigin(data.identity),
      },
      ...(queries && { queries }),
    };

    this.toolFunctions();
    const machines = this.actionPlane();
    this.platformFunctions(machines.approval);
    this.streams(failures, retries);
    this.serve(api, data, { people, cli, clients });
    // The role is in the other stack, which must not depend on this one.
    new Policy(this, 'AuditOperatorAccessLog', {
      statements: [accessLogReading(api.accessLog)],
      roles: [data.operators.audit.role],
    });
    new Monitoring(this, 'Monitoring', {
      api: api.http,
      functions: [...this.functions.values()],
      machines,
      failures,
      deployment,
    });

    this.release();
  }

  /** Selects two zones by their position, so that synthesis needs no access to an account. */
  override get availabilityZones(): string[] {
    return [Fn.select(0, Fn.getAzs()), Fn.select(1, Fn.getAzs())];
  }

  private toolFunctions(): void {
    const rows = this.parts.deployment.release.functions;
    for (const row of rows) this.add(toolAccess(row, rows));
  }

  private actionPlane(): { readonly approval: StateMachine; readonly commit: StateMachine } {
    const { root } = this;
    const { policies, deployment } = this.parts;
    const props = {
      root,
      policies,
      local: deployment.local,
      functionOf: (name: PlatformFunctionName) => this.platform(name),
    };
    const commit = commitMachine(this, props);
    return { commit, approval: approvalMachine(this, { ...props, commit }) };
  }

  private platformFunctions(machine: StateMachine): void {
    for (const name of platformNames) this.platform(name, machine);
  }

  private streams(failures: FailuresQueue, retries: NotificationRetries): void {
    for (const name of platformNames) {
      const { stream, uploads: area, everyMinutes, notifies }: PlatformFunction = platformFunctions[name];
      const { tables, content } = this.parts;
      const ledger = tables.of.ledger;
      if (stream !== undefined) carryLedger({ ledger, failures, consumer: this.platform(name), filter: stream });
      if (notifies === true) retries.carry(this.platform(name));
      if (everyMinutes !== undefined)
        new Scheduled(this, `Scheduled-${name}`, { consumer: this.platform(name), minutes: everyMinutes });
      if (area !== undefined)
        new UploadsBucket(this, `Uploads-${area}`, { content, area, failures, consumer: this.platform(name) });
    }
  }

  private serve(
    api: Api,
    { identity }: DataStack,
    {
      people,
      cli,
      clients,
    }: { readonly people: ConsoleClient; readonly cli: CliClient; readonly clients: readonly UserPoolClient[] },
  ): void {
    const authorizer = new HttpJwtAuthorizer('Tokens', issuer(identity), {
      jwtAudience: clients.map(({ userPoolClientId }) => userPoolClientId),
    });
    for (const [name, { function: handler }] of this.functions) {
      api.serve(name, routesOf(name), { handler, authorizer });
      api.serve(`${name}-open`, openRoutesOf(name), { handler, authorizer: new HttpNoneAuthorizer() });
    }
    this.outputs({
      ApiUrl: api.http.apiEndpoint,
      ApiId: api.http.apiId,
      ConsoleClientId: people.userPoolClientId,
      AccessLog: api.accessLog.logGroupName,
      CliClientId: cli.userPoolClientId,
    });
  }

  /** Checks the release in force before any other function changes, and moves the head after everything else. */
  private release(): void {
    const [check, release] = [this.platform('release-check'), this.platform('release')];
    // Both triggers share one provider, which may invoke both functions. So it cannot run before `release` exists.
    const others = [...this.functions.values()].filter((one) => one !== check && one !== release);
    const after = this.node.children.filter((child) => child !== release);
    new ReleaseCheck(this, 'ReleaseCheck', { check, after: [this.parts.network, this.parts.policies], before: others });
    new ReleaseTrigger(this, 'ReleaseTrigger', { release, after });
  }

  private outputs(values: Readonly<Record<string, string>>): void {
    const all = { ...values, ReleaseId: this.parts.deployment.release.id };
    for (const [name, value] of Object.entries(all)) new CfnOutput(this, name, { value });
  }

  private platform(name: PlatformFunctionName, machine?: StateMachine): PlaneFunction {
    return this.functions.get(name) ?? this.add(platformAccess(name), machine);
  }

  private add(access: Access, machine?: StateMachine): PlaneFunction {
    const { parts } = this;
    const made = new PlaneFunction(this, access.functionName, { access, parts, ...(machine && { machine }) });
    this.functions.set(access.functionName, made);
    return made;
  }
}

function bundlingOf({ root, deployment: { release }, entryOf }: PlaneStackProps): PlaneParts['bundlingOf'] {
  const names = [...release.functions.map(({ name }) => name), ...platformNames];
  const entries = Object.fromEntries(names.map((name) => [name, entryOf(name)]));
  return bundling({ root, entries });
}

function openRoutesOf(name: string): readonly OpenRoute[] {
  const declared: PlatformFunction | undefined = isPlatform(name) ? platformFunctions[name] : undefined;
  return declared?.openRoutes ?? [];
}

const platformNames = Object.keys(platformFunctions) as PlatformFunctionName[];
const isPlatform = (name: string): name is PlatformFunctionName => name in platformFunctions;

/**
 * Returns the routes of a function. A platform function declares its routes; a tool function has one route for all its
 * tools.
 */
function routesOf(name: string): readonly Route[] {
  if (!isPlatform(name)) return [`POST /v1/${name}/{tool}`];
  const declared: PlatformFunction = platformFunctions[name];
  return declared.routes ?? [];
}
