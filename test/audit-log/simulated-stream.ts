import type { ArrivedEvent } from '../../audit-log/append.ts';
import type { LedgerStream, StreamRecord } from '../../audit-log/probe.ts';

/** A shard of a simulated stream. */
export interface SimulatedShard {
  readonly id: string;
  readonly parent?: string;
  closed: boolean;
  readonly records: StreamRecord[];
}

/** A stream of DynamoDB in memory: shards that split, with events and removals, and reads that are empty by mistake. */
export class SimulatedStream implements LedgerStream {
  readonly all: SimulatedShard[] = [{ id: 'shard-0', closed: false, records: [] }];
  readonly #random: () => number;
  #sequence = 0;

  constructor(random: () => number = () => 1) {
    this.#random = random;
  }

  open(): readonly SimulatedShard[] {
    return this.all.filter(({ closed }) => !closed);
  }

  write(shard: SimulatedShard, writtenAt: string, isDelivered = true): StreamRecord {
    const record = { sequence: String((this.#sequence += 7)), writtenAt, isDelivered };
    shard.records.push(record);
    return record;
  }

  /** Closes a shard. Two others follow it. */
  split(shard: SimulatedShard): void {
    shard.closed = true;
    for (const side of ['a', 'b'])
      this.all.push({ id: `${shard.id}${side}`, parent: shard.id, closed: false, records: [] });
  }

  async shards() {
    return this.all.map(({ id, parent, closed }) => ({ id, closed, ...(parent === undefined ? {} : { parent }) }));
  }

  async *after(id: string, sequence: string | undefined) {
    const shard = this.all.find((one) => one.id === id);
    if (shard === undefined) throw new Error(`no shard ${id}`);
    const left = shard.records.filter((record) => sequence === undefined || Number(record.sequence) > Number(sequence));
    // DynamoDB may answer with an empty page although there are records.
    if (this.#random() < 0.2) yield [];
    for (let at = 0; at < left.length; at += 3) yield left.slice(at, at + 3);
    if (!shard.closed) for (;;) yield [];
  }
}

export const arrivedOf = ({ sequence, writtenAt }: StreamRecord): ArrivedEvent => ({
  sequence,
  writtenAt,
  entry: Buffer.from(`entry ${sequence}`),
});
