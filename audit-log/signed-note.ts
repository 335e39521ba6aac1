import { createHash, createPublicKey, verify } from 'node:crypto';

/** The public half of a key that signs notes. */
export interface NoteKey {
  /** No space and no plus sign. */
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Algorithm bytes of C2SP signed-note. */
const ed25519 = 0x01;

/** The first four bytes of SHA-256 over the name, a newline, the algorithm and the key (C2SP signed-note). */
export const keyIdOf = ({ name, publicKey }: NoteKey): Uint8Array =>
  createHash('sha256').update(`${name}\n`).update(Uint8Array.of(ed25519)).update(publicKey).digest().subarray(0, 4);

/** The key as one line of text, `<name>+<key id>+<base64>` (C2SP signed-note). */
export function verifierText(key: NoteKey): string {
  const encoded = Buffer.concat([Uint8Array.of(ed25519), key.publicKey]).toString('base64');
  return `${key.name}+${Buffer.from(keyIdOf(key)).toString('hex')}+${encoded}`;
}

/** The key that a line names; undefined if the line is malformed or its key id is not that of the key. */
export function noteKeyOf(text: string): NoteKey | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== ed25519) return undefined;
  const key = { name, publicKey: bytes.subarray(1) };
  return Buffer.from(keyIdOf(key)).toString('hex') === id ? key : undefined;
}

export interface Note {
  /** What is signed; ends with a newline. */
  readonly text: string;
  /** Lines of signatures, each with its newline. */
  readonly signatures: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** One line of a signature: an em dash, the name, and base64 of key id and signature (C2SP signed-note). */
export const signatureLine = (key: NoteKey, signature: Uint8Array): string =>
  `\u2014 ${key.name} ${Buffer.concat([keyIdOf(key), signature]).toString('base64')}\n`;

/** A note's text and signatures; undefined if it is malformed. */
export function noteOf(file: string): Note | undefined {
  const end = file.lastIndexOf('\n\n');
  if (end === -1 || !file.endsWith('\n')) return undefined;
  const lines = file
    .slice(end + 2)
    .split('\n')
    .slice(0, -1);
  const signatures = lines.map((line) => /^\u2014 (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line));
  if (signatures.length === 0 || signatures.some((line) => line === null)) return undefined;
  return {
    text: file.slice(0, end + 1),
    signatures: signatures.map((line) => ({ name: line?.[1] ?? '', bytes: Buffer.from(line?.[2] ?? '', 'base64') })),
  };
}

/** Whether this key has signed the note. */
export function isSignedBy({ text, signatures }: Note, key: NoteKey): boolean {
  const id = Buffer.from(keyIdOf(key));
  return signatures.some(
    ({ name, bytes }) =>
      name === key.name &&
      id.equals(bytes.subarray(0, 4)) &&
      verify(null, Buffer.from(text), publicKeyOf(key.publicKey), bytes.subarray(4)),
  );
}

/** The header of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4). */
const header = Buffer.from('302a300506032b6570032100', 'hex');

const publicKeyOf = (bytes: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([header, bytes]), format: 'der', type: 'spki' });

/** The 32 bytes of an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4), as KMS answers it; undefined for another kind of key. */
export const rawPublicKey = (der: Uint8Array): Uint8Array | undefined =>
  der.length === header.length + 32 && header.equals(der.subarray(0, header.length))
    ? der.subarray(header.length)
    : undefined;
