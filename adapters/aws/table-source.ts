import {
  DynamoDBServiceException,
  GetItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { TableSor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';
import { regionOfTable } from '../../contract/values/table-arn.ts';

/** The time limit of one attempt of the client, which makes three attempts. */
const attemptMillis = 4000;

/**
 * Reads a tenant's own DynamoDB table and answers as an HTTP source would: 200, 304, 404 or 403, with the declared
 * version as the entity tag. Each read is strongly consistent. It never throws.
 * @param clientIn returns a client for a region, because a table exists only in its own region
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
      // Only the error's name is used, because its message may contain the key.
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

/**
 * Writes the version of a record as a strong entity tag (RFC 9110, 8.8.3). Undefined if the version is missing or its
 * characters cannot be in a tag.
 */
function entityTag(version: AttributeValue | undefined): string | undefined {
  const text = version?.S ?? version?.N;
  return text !== undefined && /^[\x21\x23-\x7e]{1,200}$/.test(text) ? `"${text}"` : undefined;
}

/** Thrown for binary data, which JSON cannot hold. */
class NoJson extends Error {
  override readonly name = 'source.no_json';
}

/**
 * If every further read would fail in the same way, returns what must be changed first (in the table, the item or the
 * SoR file). Otherwise undefined.
 */
function stays(error: Error): string | undefined {
  if (error instanceof NoJson) return 'The record holds binary data, which JSON cannot hold. Store it as text';
  if (!(error instanceof DynamoDBServiceException)) return undefined;
  if (error.name === 'ResourceNotFoundException')
    return 'The table that the SoR file names does not exist. Create it, or name another table in the SoR file';
  if (error.name === 'ValidationException')
    return 'The key in the SoR file is not the key of the table. The member key must name the partition key, which must be a string, and the table must not have a sort key';
  return undefined;
}

/**
 * Writes an attribute as JSON text. A number keeps its digits, so that the parser can check if a double holds it
 * exactly.
 */
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
