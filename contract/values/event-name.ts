/** UTF-16 units of a name that came from outside. A name of this length has at most 768 bytes; an index key takes 1,024. */
export const maxNameLength = 256;

/** True if a text from outside may become a key or a member of an event unchanged. */
export const isName = (text: string): boolean => text !== '' && text.length <= maxNameLength && text.isWellFormed();

/**
 * A text from outside as an event keeps it: cut to the length of a name, and never empty, for no index takes an empty key.
 * A lone surrogate is replaced: canonical JSON has none, and the event must be written.
 */
export const eventName = (text: string): string => text.slice(0, maxNameLength).toWellFormed() || '?';
