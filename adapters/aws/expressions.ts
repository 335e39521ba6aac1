import type { WriteCondition, Item, Query } from '../tables/database.ts';
import { toAttribute, type Attributes } from './attributes.ts';

/**
 * Makes placeholders for the names and values in the expressions of one request, because an attribute name may be a
 * reserved word of DynamoDB.
 */
export class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Attributes = {};

  name(attribute: string): string {
    const placeholder = `#${attribute}`;
    this.#names[placeholder] = attribute;
    return placeholder;
  }

  value(value: string | number): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = toAttribute(value);
    return placeholder;
  }

  equal(attribute: string, value: string | number): string {
    return `${this.name(attribute)} = ${this.value(value)}`;
  }

  /** The members are absent if they would be empty, because DynamoDB rejects an empty map. */
  get used(): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Attributes } {
    return {
      ...(Object.keys(this.#names).length === 0 ? {} : { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length === 0 ? {} : { ExpressionAttributeValues: this.#values }),
    };
  }
}

export function conditionExpression(condition: WriteCondition, placeholders: Placeholders): string {
  if (condition.is === 'absent') return `attribute_not_exists(${placeholders.name('pk')})`;
  if (condition.is === 'equal') {
    // In DynamoDB, a comparison with a missing attribute is always false. Therefore this condition also fails if the
    // item is missing.
    return Object.entries(condition.attributes)
      .map(([name, value]) => placeholders.equal(name, value))
      .join(' AND ');
  }
  const attribute = placeholders.name(condition.attribute);
  const low = `(attribute_not_exists(${attribute}) OR ${attribute} <= ${placeholders.value(condition.value)})`;
  return condition.stands ? `attribute_exists(${placeholders.name('pk')}) AND ${low}` : low;
}

export function updateExpression(set: Item, remove: readonly string[], placeholders: Placeholders): string {
  const sets = Object.entries(set).map(([name, value]) => placeholders.equal(name, value));
  const removes = remove.map((name) => placeholders.name(name));
  return [`SET ${sets.join(', ')}`, ...(removes.length === 0 ? [] : [`REMOVE ${removes.join(', ')}`])].join(' ');
}

/**
 * Writes the key condition of a query. DynamoDB allows one comparison of the sort key, and BETWEEN includes both ends.
 */
export function keyExpression(
  keys: { readonly partition: string; readonly sort: string },
  query: Pick<Query, 'partition' | 'from' | 'below' | 'after'>,
  placeholders: Placeholders,
): string {
  const partition = placeholders.equal(keys.partition, query.partition);
  const from = [query.from, query.after]
    .filter((bound) => bound !== undefined)
    .sort()
    .at(-1);
  // The placeholder is made only if it is used, because DynamoDB rejects an unused name.
  const sort = (): string => placeholders.name(keys.sort);
  const value = (bound: string): string => placeholders.value(bound);
  if (from !== undefined && query.below !== undefined) {
    return `${partition} AND ${sort()} BETWEEN ${value(from)} AND ${value(query.below)}`;
  }
  if (from !== undefined) return `${partition} AND ${sort()} >= ${value(from)}`;
  if (query.below !== undefined) return `${partition} AND ${sort()} < ${value(query.below)}`;
  return partition;
}
