/** An entry takes at most 65,535 bytes: its length is two bytes (C2SP tlog-tiles). */
export const maxEntryBytes = 65_535;

/** Entries one after another, each behind its length as a big-endian 16-bit number (C2SP tlog-tiles). */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > maxEntryBytes)
        throw new RangeError(`an entry of ${entry.length} bytes; at most ${maxEntryBytes}`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** The entries of a bundle; undefined if its bytes end within an entry. */
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
