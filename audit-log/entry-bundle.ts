/** The most bytes that an entry may have: two bytes hold its length (C2SP tlog-tiles). */
export const maxEntryBytes = 65_535;

/**
 * Joins entries into a bundle. The length of each entry comes first, as a big-endian 16-bit number (C2SP tlog-tiles).
 */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > maxEntryBytes)
        throw new RangeError(`an entry has ${entry.length} bytes; at most ${maxEntryBytes} are allowed`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Splits a bundle into its entries. Undefined if the bytes end within an entry. */
export function entriesOf(bundle: Uint8Array): readonly Uint8Array[] | undefined {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 2 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
