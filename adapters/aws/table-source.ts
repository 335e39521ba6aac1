import {
  DynamoDBServiceException,
  GetItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';
import { regionOfTable } from '../../contract/values/table-arn.ts';

/** The client gives one attempt so long, and makes three. */
const attemptMillis = 4000;

/**
 * Reads of a tenant's own DynamoDB table, answered as an HTTP source would: 200, 304, 404 or 403, the declared version as
 * the entity tag. Each is strongly consistent. Never throws.
 *
 * @param clientIn a client of a region: a table is known in its own alone, whichever one the function runs in
 */
export const tableSource = (clientIn: (region: string) => Pick<DynamoDBClient, 'send'>): Connectors<TableSor> => ({
  async read({ table, key, sourceVersion }, { path, ifNoneMatch, deadlineAt }) {
    const left = deadlineAt - Date.now();
    if (left <= 0) return { kind: 'unavailable', reason: 'outbound.timeout' };
    try {
      const command = new GetItemCommand({
        TableName: table,
        Key: { [key]: { S: decodeURIComponent(path.slice(1)) } },
        ConsistentRead: true,
      });
      const { Item: item } = await clientIn(regionOfTable(table)).send(command, {
        abortSignal: AbortSignal.timeout(Math.min(left, 3 * attemptMillis)),
      });
      if (!item) return answer(404);
      const etag = entityTag(sourceVersion === undefined ? undefined : item[sourceVersion]);
      return etag !== undefined && etag === ifNoneMatch ? answer(304, etag) : answer(200, etag, jsonOf({ M: item }));
    } catch (error) {
      if (!(error instanceof Error)) return { kind: 'unavailable', reason: 'unknown' };
      if (error instanceof DynamoDBServiceException && error.name === 'AccessDeniedException') return answer(403);
      // Its name alone: a message may hold the key.
      const lasting = stays(error);
      return { kind: 'unavailable', reason: error.name, ...(lasting === undefined ? {} : { lasting }) };
    }
  },
});

const answer = (status: number, etag?: string, body = ''): SorAnswer => ({
  kind: 'answer',
  status,
  headers: {},
  body,
  ...(etag === undefined ? {} : { etag }),
});

/** A strong one (RFC 9110, 8.8.3) of a text or a number; a value that cannot stand in one is no version. */
function entityTag(version: AttributeValue | undefined): string | undefined {
  const text = version?.S ?? version?.N;
  return text !== undefined && /^[\x21\x23-\x7e]{1,200}$/.test(text) ? `"${text}"` : undefined;
}

/** A value that JSON does not have: bytes. */
class NoJson extends Error {
  override readonly name = 'source.no_json';
}

/** What no later read will find otherwise, until the table, the item or the SoR file is mended. */
function stays(error: Error): string | undefined {
  if (error instanceof NoJson) return 'The record holds bytes, which JSON cannot hold. Store them as text';
  if (!(error instanceof DynamoDBServiceException)) return undefined;
  if (error.name === 'ResourceNotFoundException')
    return 'The table that the SoR file names does not exist. Create it, or name another one';
  if (error.name === 'ValidationException')
    return 'The SoR file names another key than the table has. Name the key of the table';
  return undefined;
}

/** As JSON text. A number stands as the table has it, so that whoever parses it sees whether it can be held exactly. */
function jsonOf({ S, N, BOOL, NULL, M, L, SS, NS }: AttributeValue): string {
  if (S !== undefined) return JSON.stringify(S);
  if (N !== undefined) return N;
  if (BOOL !== undefined) return String(BOOL);
  if (NULL !== undefined) return 'null';
  if (L) return `[${L.map(jsonOf).join(',')}]`;
  if (SS) return JSON.stringify(SS.toSorted());
  if (NS) return `[${NS.join(',')}]`;
  if (!M) throw new NoJson();
  return `{${Object.entries(M)
    .map(([member, value]) => `${JSON.stringify(member)}:${jsonOf(value)}`)
    .join(',')}}`;
}
