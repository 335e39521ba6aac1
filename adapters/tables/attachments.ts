import type { Attachment } from '../../contract/rows/action.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import { putAside } from './aside.ts';
import type { Database, Write } from './database.ts';
import { persist } from './persist.ts';
import { attachmentItem } from './rows.ts';

/**
 * Keeps the payload and the case of an Action before its row is written: what is over 64 KB stands aside.
 * @returns the writes that join the row's transaction: of what is under 1 KB
 */
export async function keepAttachments(
  database: Database,
  content: ContentWriter,
  attachments: readonly Attachment[],
): Promise<readonly Write[]> {
  const distinct = [...new Map(attachments.map((attachment) => [attachment.hash, attachment])).values()];
  const bytes = distinct.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > sizeLimits.rowBytes) {
    for (const attachment of distinct) await putAside(content, 'payloads', attachment);
    return [];
  }
  const isSmall = ({ text }: Attachment): boolean => Buffer.byteLength(text) < 1024;
  // Content under its hash, so an orphan of a transaction that then fails says nothing and harms nothing.
  for (const attachment of distinct.filter((one) => !isSmall(one))) {
    await persist(database, [{ put: attachmentItem(attachment), in: 'actions', if: { is: 'absent' } }]);
  }
  return distinct.filter(isSmall).map((attachment): Write => ({ put: attachmentItem(attachment), in: 'actions' }));
}
