import { keyPath } from '../../audit-log/export.ts';
import { noteKeyOf, type NoteKey } from '../../audit-log/signed-note.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { textOperand } from '../operand-file.ts';
import { logFolder } from './log-folder.ts';

/**
 * The public key that a copy is verified with: of the file that was named, else the one that the export put beside the log.
 * @throws UsageError if there is none or it is malformed
 */
export async function noteKeyFor(folder: string, named: string | undefined): Promise<NoteKey> {
  const text = named === undefined ? await besideLog(folder) : await textOperand(named);
  const key = noteKeyOf(text);
  if (key === undefined) {
    throw new UsageError(
      `${named ?? `${folder}/${keyPath}`} is not a key of a signed note: one line, NAME+8 hex digits+base64 (C2SP signed-note)`,
    );
  }
  return key;
}

async function besideLog(folder: string): Promise<string> {
  const file = await logFolder(folder).get(keyPath);
  if (file === undefined) {
    throw new UsageError(
      `${folder} has no ${keyPath}. Name the log's public key with --key FILE, or export the log again`,
    );
  }
  return Buffer.from(file).toString();
}
