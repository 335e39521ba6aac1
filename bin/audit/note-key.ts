import { keyPath } from '../../audit-log/export.ts';
import { noteKeyOf, type KeyKind, type NoteKey } from '../../audit-log/signed-note.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { textOperand } from '../operand-file.ts';
import { logFolder } from './log-folder.ts';

/**
 * Reads a public key that verifies a copy of the audit log. The key is in the named file, or else in the file that the
 * export wrote into the copy.
 * @param kind the kind of key: of the log, or of a witness
 * @throws UsageError if the file is missing or malformed
 */
export async function noteKeyFor(folder: string, named: string | undefined, kind: KeyKind = 'log'): Promise<NoteKey> {
  const text = named === undefined ? await besideLog(folder) : textOperand(named);
  const key = noteKeyOf(text, kind);
  if (key === undefined) {
    throw new UsageError(
      `${named ?? `${folder}/${keyPath}`} is not a public key of the ${kind === 'log' ? 'audit log' : 'witness'}. It must be one line of the form NAME+8 hex digits+base64 (C2SP signed-note)`,
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
