import type { Attachment } from '../../contract/rows/action.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import { putAside } from './aside.ts';
import type { Database } from './database.ts';
import { persist } from './persist.ts';
import { attachmentItem } from './rows.ts';

/**
 * Stores the payload and the case of an Action before its row is written. What is larger than 64 KB goes to the content
 * store. None of it joins the row's transaction, because two Actions with equal payloads would conflict.
 */
export async function keepAttachments(
  database: Database,
  content: ContentWriter,
  attachments: readonly Attachment[],
): Promise<void> {
  const distinct = [...new Map(attachments.map((attachment) => [attachment.hash, attachment])).values()];
  const bytes = distinct.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const isAside = bytes > sizeLimits.rowBytes;
  // Content under its hash: if the transaction then fails, the orphan is harmless.
  for (const attachment of distinct) {
    if (isAside) await putAside(content, 'payloads', attachment);
    else await persist(database, [{ put: attachmentItem(attachment), in: 'actions', if: { is: 'absent' } }]);
  }
}
