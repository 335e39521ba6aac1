/**
 * The largest length of a name from outside, in UTF-16 units. Such a name has at most 768 bytes; the key of an index
 * may have 1,024.
 */
export const maxNameLength = 256;

/** Returns true if a text from outside can become a key or a member of an event without a change. */
export const isName = (text: string): boolean => text !== '' && text.length <= maxNameLength && text.isWellFormed();

/**
 * Returns a text from outside in the form that an event can contain. It is cut to the length of a name and never empty,
 * because the key of an index cannot be empty. A lone surrogate is replaced, because canonical JSON refuses it.
 */
export const eventName = (text: string): string => text.slice(0, maxNameLength).toWellFormed() || '?';
