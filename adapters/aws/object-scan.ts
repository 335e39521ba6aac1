import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import { objectKey } from '../tables/object-item.ts';
import { rowOf } from '../tables/item.ts';
import { fromAttributes, type Attributes } from './attributes.ts';
import { databaseError } from './database-error.ts';

/**
 * Returns a function that reads all present objects of a type from the table itself, strongly consistent. An index
 * follows the table with a lag that has no limit, so a read of the index may lack objects. The returned function reads
 * the whole table.
 * @param table returns the table's name; it is called when it is needed
 * @throws DatabaseError from the returned function
 */
export const objectScan = (client: DynamoDBClient, table: () => string) =>
  async function* (type: string): AsyncGenerator<readonly OntologyObject[]> {
    let start: Attributes | undefined;
    do {
      const asked = new ScanCommand({
        TableName: table(),
        ConsistentRead: true,
        // Only the present version of an object has a shard.
        FilterExpression: 'begins_with(pk, :type) AND attribute_exists(#shard)',
        ExpressionAttributeNames: { '#shard': 'shard' },
        ExpressionAttributeValues: { ':type': { S: objectKey(type, '') } },
        ...(start && { ExclusiveStartKey: start }),
      });
      const { Items = [], LastEvaluatedKey } = await client.send(asked).catch((error: unknown) => {
        throw databaseError(error);
      });
      yield Items.map((item) => rowOf<OntologyObject>(fromAttributes(item)));
      start = LastEvaluatedKey;
    } while (start !== undefined);
  };
