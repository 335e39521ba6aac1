const digestBytes = 16;

/**
 * A set of digests of 16 bytes in one block of memory: at most 64 bytes a digest. The digests must be hashes, because their
 * last bytes select the place.
 */
export class DigestSet {
  #slots = Buffer.alloc(1024 * digestBytes);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(digest: Uint8Array): void {
    const at = this.#slotOf(digest);
    if (this.#holds(at, digest)) return;
    this.#slots.set(digest, at);
    this.#size += 1;
    if (this.#size * 2 * digestBytes > this.#slots.length) this.#grow();
  }

  has(digest: Uint8Array): boolean {
    return this.#holds(this.#slotOf(digest), digest);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = Buffer.alloc(before.length * 2);
    for (let at = 0; at < before.length; at += digestBytes) {
      const digest = before.subarray(at, at + digestBytes);
      if (!isEmpty(digest)) this.#slots.set(digest, this.#slotOf(digest));
    }
  }

  #holds(at: number, digest: Uint8Array): boolean {
    return this.#slots.compare(digest, 0, digestBytes, at, at + digestBytes) === 0;
  }

  /** Returns the place of a digest, or the empty place where it belongs. */
  #slotOf(digest: Uint8Array): number {
    const mask = this.#slots.length / digestBytes - 1;
    const number = Buffer.from(digest.buffer, digest.byteOffset, digestBytes).readUInt32LE(12);
    for (let slot = number & mask; ; slot = (slot + 1) & mask) {
      const at = slot * digestBytes;
      if (this.#holds(at, digest) || isEmpty(this.#slots.subarray(at, at + digestBytes))) return at;
    }
  }
}

/** An empty place is all zeros. No digest is: it would be a preimage of zero under SHA-256. */
const isEmpty = (place: Uint8Array): boolean => Buffer.compare(place, zeros) === 0;

const zeros = Buffer.alloc(digestBytes);
