import { createHash } from 'node:crypto';

/** The number of cells in which each item is counted. Each of the cells is in a part of its own. */
const parts = 4;
const checkBytes = 8;

export interface SketchShape {
  /** Each item has exactly this many bytes. */
  readonly itemBytes: number;
  /** A multiple of four. About half as many differences can be read. */
  readonly cells: number;
  /** A random text. It decides the cells of an item, so nobody can choose items that hide each other. */
  readonly salt: string;
}

export interface SketchDifference {
  /** The items that were added more often than removed. */
  readonly added: readonly Uint8Array[];
  /** The items that were removed more often than added. */
  readonly removed: readonly Uint8Array[];
  /** False if the sets differ in more items than the sketch can name. */
  readonly isComplete: boolean;
}

/**
 * A sketch of fixed size that finds the difference of two large sets: the items of one set are added, those of the other
 * are removed, in any order. Equal items cancel out. It is an invertible Bloom lookup table (Eppstein, Goodrich, Uyeda,
 * Varghese: "What's the difference?", 2011) with sums modulo 256 for each byte.
 */
export class DifferenceSketch {
  readonly #shape: SketchShape;
  readonly #counts: Int32Array;
  readonly #items: Uint8Array;
  readonly #checks: Uint8Array;

  constructor(shape: SketchShape, text?: string) {
    this.#shape = shape;
    const bytes = Buffer.alloc(shape.cells * (4 + shape.itemBytes + checkBytes));
    if (text !== undefined) bytes.set(Buffer.from(text, 'base64'));
    this.#counts = new Int32Array(bytes.buffer, bytes.byteOffset, shape.cells);
    this.#items = bytes.subarray(4 * shape.cells, (4 + shape.itemBytes) * shape.cells);
    this.#checks = bytes.subarray((4 + shape.itemBytes) * shape.cells);
  }

  add(item: Uint8Array): void {
    this.#change(item, 1);
  }

  remove(item: Uint8Array): void {
    this.#change(item, -1);
  }

  /** Returns the items in which the two sets differ. */
  difference(): SketchDifference {
    const left = new DifferenceSketch(this.#shape, this.toText());
    const found = { added: [] as Uint8Array[], removed: [] as Uint8Array[] };
    const waiting = Array.from({ length: this.#shape.cells }, (_, cell) => cell);
    // A cell with exactly one item shows it. Without this item, other cells may have exactly one.
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const alone = left.#aloneIn(cell);
      if (alone === undefined) continue;
      (alone.sign === 1 ? found.added : found.removed).push(alone.item);
      left.#change(alone.item, alone.sign === 1 ? -1 : 1);
      waiting.push(...left.#placeOf(alone.item).cells);
    }
    return { ...found, isComplete: left.#counts.every((count) => count === 0) && left.#items.every(isZero) };
  }

  /** Returns the content as text, from which the constructor makes an equal sketch. */
  toText(): string {
    const counts = new Uint8Array(this.#counts.buffer, this.#counts.byteOffset, this.#counts.byteLength);
    return Buffer.concat([counts, this.#items, this.#checks]).toString('base64');
  }

  #change(item: Uint8Array, sign: 1 | -1): void {
    const { cells, check } = this.#placeOf(item);
    for (const cell of cells) {
      this.#counts[cell] = (this.#counts[cell] ?? 0) + sign;
      accumulate(this.#items, cell * this.#shape.itemBytes, { bytes: item, sign });
      accumulate(this.#checks, cell * checkBytes, { bytes: check, sign });
    }
  }

  /** Returns the item of a cell that has exactly one item more on one side. */
  #aloneIn(cell: number): { readonly item: Uint8Array; readonly sign: 1 | -1 } | undefined {
    const sign = this.#counts[cell];
    if (sign !== 1 && sign !== -1) return undefined;
    const item = signed(this.#items, { cell, length: this.#shape.itemBytes }, sign);
    const { cells, check } = this.#placeOf(item);
    const seen = signed(this.#checks, { cell, length: checkBytes }, sign);
    return cells.includes(cell) && Buffer.compare(check, seen) === 0 ? { item, sign } : undefined;
  }

  #placeOf(item: Uint8Array): { readonly cells: readonly number[]; readonly check: Uint8Array } {
    const { salt, cells } = this.#shape;
    const digest = createHash('sha256').update(salt).update(item).digest();
    const each = cells / parts;
    const at = (part: number): number => part * each + (digest.readUInt32LE(part * 4) % each);
    return { cells: [at(0), at(1), at(2), at(3)], check: digest.subarray(16, 16 + checkBytes) };
  }
}

const isZero = (byte: number): boolean => byte === 0;

/** Adds the bytes to the sums from `at` on, or subtracts them. Each sum is one byte and overflows to 0. */
function accumulate(
  sums: Uint8Array,
  at: number,
  { bytes, sign }: { readonly bytes: Uint8Array; readonly sign: 1 | -1 },
): void {
  for (let i = 0; i < bytes.length; i += 1) sums[at + i] = (sums[at + i] ?? 0) + sign * (bytes[i] ?? 0);
}

/** Returns the bytes of a cell, each multiplied by the sign modulo 256. */
const signed = (
  sums: Uint8Array,
  { cell, length }: { readonly cell: number; readonly length: number },
  sign: 1 | -1,
): Uint8Array => Uint8Array.from(sums.subarray(cell * length, (cell + 1) * length), (byte) => sign * byte);
