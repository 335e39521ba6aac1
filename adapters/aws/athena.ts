import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  QueryExecutionState,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
  type QueryExecutionStatus,
} from '@aws-sdk/client-athena';
import type { Exports } from '../../contract/rows/exports.ts';
import { Failure } from '../../contract/failures.ts';
import { clientLimits } from './client.ts';

export const athenaClient = (): AthenaClient => new AthenaClient(clientLimits);

export interface AthenaOptions {
  readonly workgroup: string;
  readonly database: string;
  readonly now?: () => number;
  readonly wait?: (millis: number) => Promise<void>;
}

/** The time in milliseconds that is reserved at the end of a call for stopping the query and for the work after it. */
const reserveMillis = 1500;
const stopMillis = 1000;
/** The pause between two status requests for a query. It begins with the first value and doubles up to the second. */
const [firstMillis, longestMillis] = [100, 1000];
const pageRows = 1000;

/** The client and the deadline that all requests for one query share. */
interface Asking {
  readonly client: Pick<AthenaClient, 'send'>;
  readonly endsAt: number;
  readonly now: () => number;
  readonly wait: (millis: number) => Promise<void>;
}

/**
 * Queries exported objects with Amazon Athena. The workgroup decides where results are stored, under which key, and how
 * much a query may scan. No failure contains a value or a message of the service, which may quote a value.
 */
export const athena = (
  client: Pick<AthenaClient, 'send'>,
  { workgroup, database, now = Date.now, wait = pause }: AthenaOptions,
): Pick<Exports, 'query'> => ({
  async query({ text, parameters, token, deadlineAt }) {
    const asking = { client, endsAt: deadlineAt - reserveMillis, now, wait };
    const command = new StartQueryExecutionCommand({
      QueryString: text,
      ...(parameters.length === 0 ? {} : { ExecutionParameters: parameters.map(literal) }),
      QueryExecutionContext: { Database: database },
      WorkGroup: workgroup,
      ClientRequestToken: token,
    });
    const { QueryExecutionId: id } = await client.send(command, left(asking)).catch(refused(asking, 'started'));
    if (id === undefined) throw unavailable('started', 'Athena answered without a query id');
    const status = await endOf(id, asking).catch(async (error: unknown) => {
      // If the call fails, nobody needs the result, so the query is stopped to save its cost. The call fails with the
      // same error, whether stopping succeeds or not.
      const abortSignal = AbortSignal.timeout(stopMillis);
      await client
        .send(new StopQueryExecutionCommand({ QueryExecutionId: id }), { abortSignal })
        .catch(() => undefined);
      throw error;
    });
    if (status.State !== QueryExecutionState.SUCCEEDED) throw failed(status);
    return rowsOf(id, asking);
  },
});

/** Waits until a query has ended, and returns its status. */
async function endOf(QueryExecutionId: string, asking: Asking): Promise<QueryExecutionStatus> {
  for (let millis = firstMillis; ; millis = Math.min(2 * millis, longestMillis)) {
    const command = new GetQueryExecutionCommand({ QueryExecutionId });
    // oxlint-disable-next-line no-await-in-loop -- looked at until it has ended
    const { QueryExecution } = await asking.client.send(command, left(asking)).catch(refused(asking, 'read'));
    const { Status } = QueryExecution ?? {};
    if (Status?.State !== undefined && ended.has(Status.State)) return Status;
    // oxlint-disable-next-line no-await-in-loop -- between two looks
    await asking.wait(Math.max(0, Math.min(millis, asking.endsAt - asking.now())));
  }
}

const ended: ReadonlySet<QueryExecutionState> = new Set([
  QueryExecutionState.SUCCEEDED,
  QueryExecutionState.FAILED,
  QueryExecutionState.CANCELLED,
]);

async function rowsOf(QueryExecutionId: string, asking: Asking): Promise<Record<string, string | null>[]> {
  const rows: (string | null)[][] = [];
  let token: string | undefined;
  do {
    const page = token === undefined ? {} : { NextToken: token };
    const command = new GetQueryResultsCommand({ QueryExecutionId, MaxResults: pageRows, ...page });
    // oxlint-disable-next-line no-await-in-loop -- a page names the next
    const { ResultSet, NextToken } = await asking.client.send(command, left(asking)).catch(refused(asking, 'read'));
    for (const { Data = [] } of ResultSet?.Rows ?? []) rows.push(Data.map(({ VarCharValue }) => VarCharValue ?? null));
    token = NextToken;
  } while (token !== undefined);
  // The first row of a result holds the names of the columns.
  const [names = [], ...others] = rows;
  return others.map((cells) => Object.fromEntries(names.map((name, i) => [name ?? '', cells[i] ?? null])));
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Writes a parameter as a quoted SQL literal, which Athena requires. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const passed = (): Failure =>
  new Failure(
    'deadline.passed',
    'the query cannot end before the deadline of the call. Ask for fewer objects, groups or conditions',
  );

const unavailable = (verb: string, name: string): Failure =>
  new Failure('dependency.unavailable', `the query could not be ${verb}: ${name}`);

/** Returns an abort signal that fires when the time of the call is used up. @throws Failure `deadline.passed` */
function left({ endsAt, now }: Asking): { readonly abortSignal: AbortSignal } {
  const millis = endsAt - now();
  if (millis <= 0) throw passed();
  return { abortSignal: AbortSignal.timeout(millis) };
}

const refused =
  ({ endsAt, now }: Asking, verb: string) =>
  (error: unknown): never => {
    const name = error instanceof Error ? error.name : 'unknown';
    throw name === 'AbortError' || now() >= endsAt ? passed() : unavailable(verb, name);
  };

/**
 * Makes the failure of a query that ended without a result. It contains the code at the beginning of Athena's reason,
 * and no other part of that text.
 */
function failed({ State = 'FAILED', StateChangeReason: reason = '' }: QueryExecutionStatus = {}): Failure {
  if (reason.startsWith('NUMERIC_VALUE_OUT_OF_RANGE')) {
    return new Failure('result.too_large', 'a number in the query has more digits than Athena can compute with');
  }
  if (reason.startsWith('Query cancelled! : Bytes scanned limit')) {
    return new Failure('result.too_large', 'the query would scan more bytes than its Athena workgroup allows');
  }
  const code = /^[A-Z][A-Z_]{2,63}(?=:)/.exec(reason)?.[0];
  return new Failure(
    'dependency.unavailable',
    `the Athena query ended with the state ${State}${code === undefined ? '' : `: ${code}`}`,
  );
}
