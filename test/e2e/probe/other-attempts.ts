import type { Deployed } from './deployed.ts';
import type { Attempt } from './attempt.ts';

/**
 * Lists every request that reads or changes a secret.
 *
 * @param credential the present value of the secret, which the requests put again
 */
export function secretAttempts(kind: 'read' | 'write', SecretId: string, credential: string): readonly Attempt[] {
  const attempt = (operation: string, writes: boolean, input: object): Attempt => ({
    name: `${operation} on secret ${kind}`,
    resource: `secret ${kind}`,
    needs: `${operation} ${kind}`,
    writes,
    callFor: () => ({ service: 'secretsmanager', target: `secretsmanager.${operation}`, input }),
  });
  return [
    attempt('GetSecretValue', false, { SecretId }),
    attempt('BatchGetSecretValue', false, { SecretIdList: [SecretId] }),
    attempt('PutSecretValue', true, { SecretId, SecretString: credential }),
    attempt('UpdateSecret', true, { SecretId, Description: `Credential to ${kind} sor.policy-admin` }),
  ];
}

const states = (
  name: string,
  resource: string,
  { input, admitted = [] }: { readonly input: () => object; readonly admitted?: readonly string[] },
): Attempt => {
  const operation = name.split(' ')[0] ?? '';
  return {
    name,
    resource,
    needs: `${operation} ${resource}`,
    writes: operation !== 'DescribeExecution',
    callFor: () => ({ service: 'states', target: `AWSStepFunctions.${operation}`, version: '1.0', input: input() }),
    admitted,
  };
};

/**
 * Lists the requests to a state machine: to start an execution for an Action that does not exist, and to stop and describe
 * an execution that never ran.
 */
export function machineAttempts(
  name: 'approval' | 'commit',
  stateMachineArn: string,
  nameOf: () => string,
): readonly Attempt[] {
  const input = JSON.stringify({ taskId: 'probe', actionId: 'probe', generation: 0 });
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:probe`;
  const resource = `${name} machine`;
  const unknown = ['ExecutionDoesNotExist'];
  return [
    states(`StartExecution of the ${resource}`, resource, {
      input: () => ({ stateMachineArn, name: nameOf(), input }),
    }),
    states(`StopExecution of the ${resource}`, resource, { input: () => ({ executionArn }), admitted: unknown }),
    states(`DescribeExecution of the ${resource}`, resource, { input: () => ({ executionArn }), admitted: unknown }),
  ];
}

/** Lists the requests that answer a task token. The token was never issued. */
export const tokenAttempts = (): readonly Attempt[] =>
  ['SendTaskSuccess', 'SendTaskFailure', 'SendTaskHeartbeat'].map((operation) =>
    states(operation, '*', {
      input: () => ({ taskToken: 'probe', output: '{}' }),
      admitted: ['TaskDoesNotExist', 'InvalidToken'],
    }),
  );

/**
 * Makes the request that invokes a function directly, with DryRun: AWS authorizes the call and does not run the function.
 */
export const invokeAttempt = (name: string, id: string): Attempt => ({
  name: `InvokeFunction of ${name}`,
  resource: `function ${name}`,
  needs: `InvokeFunction ${name}`,
  writes: true,
  callFor: () => ({
    service: 'lambda',
    method: 'POST',
    path: `/2015-03-31/functions/${encodeURIComponent(id)}/invocations`,
    headers: { 'x-amz-invocation-type': 'DryRun' },
    input: {},
  }),
});

/** Makes the request that reads the access log of the API's gateway. */
export const accessLogAttempt = (logGroupName: string): Attempt => ({
  name: 'FilterLogEvents of the access log',
  resource: 'access log',
  needs: 'FilterLogEvents access log',
  writes: false,
  callFor: () => ({ service: 'logs', target: 'Logs_20140328.FilterLogEvents', input: { logGroupName, limit: 1 } }),
});

/**
 * Lists the requests that publish a notification. The event on the bus has a source that AWS reserves, so a request that is
 * authorized puts nothing; the message has no subscriber.
 */
export const notifyAttempts = ({ topic, bus }: Deployed['notifications']): readonly Attempt[] => [
  {
    name: 'PublishBatch on the topic',
    resource: 'topic',
    needs: 'Publish topic',
    writes: true,
    callFor: () => ({
      service: 'sns',
      query: {
        Action: 'PublishBatch',
        Version: '2010-03-31',
        TopicArn: topic,
        'PublishBatchRequestEntries.member.1.Id': 'probe',
        'PublishBatchRequestEntries.member.1.Message': '{}',
      },
    }),
  },
  {
    name: 'PutEvents on the bus',
    resource: 'bus',
    needs: 'PutEvents bus',
    writes: true,
    callFor: () => ({
      service: 'events',
      target: 'AWSEvents.PutEvents',
      input: { Entries: [{ EventBusName: bus, Source: 'aws.probe', DetailType: 'probe', Detail: '{}' }] },
    }),
  },
];

/** Lists the requests that read the release of the deploy, replace it, or read another file of the same bucket. */
export function packageAttempts({
  bucket,
  key,
}: {
  readonly bucket: string;
  readonly key: string;
}): readonly Attempt[] {
  const attempt = (name: string, needs: string, call: { method: 'GET' | 'PUT'; key: string }): Attempt => ({
    name,
    resource: 'package',
    needs,
    writes: call.method === 'PUT',
    callFor: () => ({
      service: 's3',
      method: call.method,
      path: `/${bucket}/${call.key}`,
      // No object has this tag, so the request changes nothing.
      ...(call.method === 'PUT' ? { headers: { 'if-match': '"none"' } } : {}),
    }),
    admitted: ['NoSuchKey', 'PreconditionFailed'],
  });
  return [
    attempt('GetObject of the release of the deploy', 'GetObject package', { method: 'GET', key }),
    attempt('PutObject over the release of the deploy', 'PutObject package', { method: 'PUT', key }),
    attempt('GetObject of another file of the deploy', 'GetObject other package', {
      method: 'GET',
      key: `${'0'.repeat(64)}.json`,
    }),
  ];
}
