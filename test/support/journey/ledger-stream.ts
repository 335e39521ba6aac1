import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { toAttributes } from '../../../adapters/aws/attributes.ts';
import type { Item } from '../../../adapters/tables/database.ts';
import type { VirtualTime } from '../virtual-time.ts';

export interface Consumer {
  readonly name: string;
  readonly batchSize: number;
  /** Returns true if the filter of the event source mapping lets the item through. */
  readonly takes: (item: Item) => boolean;
  readonly handle: (event: DynamoDBStreamEvent & { readonly shardId: string }) => Promise<DynamoDBBatchResponse>;
}

interface Progress {
  readonly of: Consumer;
  position: number;
  delivering: boolean;
}

/** The number of retries: fewer than in the deployment, where the event source mappings retry for a day. */
const retryAttempts = 20;
const retryMillis = 1000;

/**
 * Simulates the ledger's stream: it delivers new items to each consumer, in order and at least once, and retries what
 * failed.
 */
export class LedgerStream {
  readonly #items: () => readonly Item[];
  readonly #time: VirtualTime;
  readonly #consumers: readonly Progress[];
  /** The consumer of each batch that was given up. The deployed stream would put the batch into the failures queue. */
  readonly failures: string[] = [];

  constructor(items: () => readonly Item[], time: VirtualTime, consumers: readonly Consumer[]) {
    this.#items = items;
    this.#time = time;
    this.#consumers = consumers.map((of) => ({ of, position: 0, delivering: false }));
  }

  /** Starts each delivery that can start now. @returns whether it started one */
  readonly pump = (): boolean => {
    const end = this.#items().length;
    const waiting = this.#consumers.filter(({ position, delivering }) => !delivering && position < end);
    for (const consumer of waiting) void this.#deliver(consumer);
    return waiting.length > 0;
  };

  readonly drained = (): boolean =>
    this.#consumers.every(({ position, delivering }) => !delivering && position === this.#items().length);

  /** Delivers all items once more, as a stream may. */
  deliverAgain(): void {
    for (const consumer of this.#consumers) consumer.position = 0;
  }

  async #deliver(consumer: Progress): Promise<void> {
    const { of } = consumer;
    consumer.delivering = true;
    const end = Math.min(this.#items().length, consumer.position + of.batchSize);
    for (let attempt = 0; consumer.position < end; attempt += 1) {
      const first = await this.#firstFailed(of, consumer.position, end);
      if (first === undefined) consumer.position = end;
      else if (attempt < retryAttempts) {
        consumer.position = first;
        await this.#time.sleep(retryMillis);
      } else {
        this.failures.push(of.name);
        consumer.position = end;
      }
    }
    consumer.delivering = false;
  }

  /** Delivers records to a consumer. @returns the index of the first record to deliver again; undefined if all succeeded */
  async #firstFailed({ takes, handle }: Consumer, from: number, end: number): Promise<number | undefined> {
    const records = this.#items()
      .slice(from, end)
      .flatMap((item, i) => (takes(item) ? [recordOf(item, from + i)] : []));
    if (records.length === 0) return undefined;
    try {
      const { batchItemFailures } = await handle({ shardId: 'shardId-0', Records: records });
      const failed = batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
      return failed.length === 0 ? undefined : Math.min(...failed);
    } catch {
      return from;
    }
  }
}

const recordOf = (item: Item, index: number): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: String(index), NewImage: toAttributes(item) as NonNullable<NewImage> },
});
type NewImage = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
