/** One byte for the length, then the id of the request. */
export const requestItemBytes = 40;

/** Returns the id of a request as an item. An id has at most 36 bytes; a longer one is cut on all sides alike. */
export function requestItem(requestId: string): Uint8Array {
  const item = Buffer.alloc(requestItemBytes);
  item.writeUInt8(item.write(requestId, 1));
  return item;
}

export const requestIdOf = (item: Uint8Array): string => Buffer.from(item.subarray(1, 1 + (item[0] ?? 0))).toString();
