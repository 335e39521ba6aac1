import { seenName } from '../../contract/values/plain-text.ts';

/**
 * Returns a value as text for a terminal. A character that could move the cursor, change colours or reorder the text is
 * shown as U+FFFD, because some texts come from systems of record.
 */
export const visible = (value: unknown): string =>
  seenName(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/[\n\t]+/g, ' ');
