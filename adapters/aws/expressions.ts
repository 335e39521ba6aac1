import type { WriteCondition, Item, Query } from '../tables/database.ts';
import { toAttribute, type Attributes } from './attributes.ts';

/** Placeholders for names and values of one request's expressions, so that no attribute name can be a reserved word. */
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

  /** DynamoDB refuses an empty map. */
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
    // A missing attribute equals nothing, so the condition fails for a missing item too.
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

/** The key condition of a query. DynamoDB takes one comparison of the sort key, inclusive at both ends. */
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
  // Named only when it is used, because DynamoDB refuses an unused name.
  const sort = (): string => placeholders.name(keys.sort);
  const value = (bound: string): string => placeholders.value(bound);
  if (from !== undefined && query.below !== undefined) {
    return `${partition} AND ${sort()} BETWEEN ${value(from)} AND ${value(query.below)}`;
  }
  if (from !== undefined) return `${partition} AND ${sort()} >= ${value(from)}`;
  if (query.below !== undefined) return `${partition} AND ${sort()} < ${value(query.below)}`;
  return partition;
}
