import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from '../tables/database.ts';

export type Attributes = Record<string, AttributeValue>;

export const toAttribute = (value: string | number): AttributeValue =>
  typeof value === 'string' ? { S: value } : { N: String(value) };

export const toAttributes = (item: Item): Attributes =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toAttribute(value)]));

/**
 * Converts DynamoDB attributes (of an item or of a stream record's image) to an item. The platform stores only strings
 * and numbers, so all other attributes are left out.
 */
export function fromAttributes(attributes: Readonly<Record<string, AttributeValue>>): Item {
  const item: Record<string, string | number> = {};
  for (const [name, { S, N }] of Object.entries(attributes)) {
    if (S !== undefined) item[name] = S;
    else if (N !== undefined) item[name] = Number(N);
  }
  return item;
}
