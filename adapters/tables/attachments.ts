import type { Attachment } from '../../contract/rows/action.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import { putAside } from './aside.ts';
import type { Database } from './database.ts';
import { persist } from './persist.ts';
import { attachmentItem } from './rows.ts';

/**
 * Stores the payload and the case of an Action before its row is written. If they are larger than 64 KB together, they
 * go to the content store. They are not part of the row's transaction, because two Actions with equal payloads would
 * conflict.
 */
export async function keepAttachments(
  database: Database,
  content: ContentWriter,
  attachments: readonly Attachment[],
): Promise<void> {
  const distinct = [...new Map(attachments.map((attachment) => [attachment.hash, attachment])).values()];
  const bytes = distinct.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const isAside = bytes > sizeLimits.rowBytes;
  // Each attachment is named by its hash. If the transaction fails afterwards, the stored attachment stays unused,
  // which does no harm.
  for (const attachment of distinct) {
    if (isAside) await putAside(content, 'payloads', attachment);
    else await persist(database, [{ put: attachmentItem(attachment), in: 'actions', if: { is: 'absent' } }]);
  }
}
