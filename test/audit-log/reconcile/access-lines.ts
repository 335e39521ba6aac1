/** The facts of a request that its line in the access log has. */
export interface LineOptions {
  readonly requestId: string;
  /** Epoch milliseconds. The gateway writes whole seconds. */
  readonly at: number;
  readonly route?: string;
  readonly status?: number;
  /** The status of the function's answer; `-` if the gateway answered without the function. */
  readonly answered?: number | '-';
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes a time as API Gateway does in `$context.requestTime`. */
function requestTime(millis: number): string {
  const [year = '', month = '', day = ''] = new Date(millis).toISOString().slice(0, 10).split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${new Date(millis).toISOString().slice(11, 19)} +0000`;
}

/** Returns a line of the access log in the format of the stage (`lib/api`). All values of API Gateway are texts. */
export const accessLine = ({ requestId, at, route, status = 200, answered = status }: LineOptions): string =>
  JSON.stringify({
    requestId,
    at: requestTime(at),
    route: route ?? 'POST /v1/conversion/{tool}',
    status: String(status),
    answered: String(answered),
    client: '7k1s9q0u4v2m',
    sourceIp: '198.51.100.7',
    latencyMillis: '41',
    bytes: '512',
    error: '-',
    authorizerError: '-',
    integrationError: '-',
  });
