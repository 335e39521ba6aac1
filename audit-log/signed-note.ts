import { createHash, createPublicKey, verify } from 'node:crypto';

/** The public half of a key that signs notes. */
export interface NoteKey {
  /** The name of the key, without spaces and plus signs. */
  readonly name: string;
  /** An Ed25519 public key, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/**
 * The kinds of key, by their algorithm byte: `log` signs the text of a note with Ed25519 (C2SP signed-note), `witness`
 * signs the text with a time (C2SP tlog-cosignature).
 */
const algorithms = { log: 0x01, witness: 0x04 } as const;
export type KeyKind = keyof typeof algorithms;

/**
 * Returns the key id: the first four bytes of SHA-256 over name, newline, algorithm byte and key (C2SP signed-note).
 */
export const keyIdOf = ({ name, publicKey }: NoteKey, kind: KeyKind = 'log'): Uint8Array =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(algorithms[kind]))
    .update(publicKey)
    .digest()
    .subarray(0, 4);

/** Returns the key as one line of text, `<name>+<key id>+<base64>` (C2SP signed-note). */
export function verifierText(key: NoteKey, kind: KeyKind = 'log'): string {
  const encoded = Buffer.concat([Uint8Array.of(algorithms[kind]), key.publicKey]).toString('base64');
  return `${key.name}+${Buffer.from(keyIdOf(key, kind)).toString('hex')}+${encoded}`;
}

/** Parses a key in the form of `verifierText`. Undefined if it is malformed or its key id belongs to another key. */
export function noteKeyOf(text: string, kind: KeyKind = 'log'): NoteKey | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  if (name === undefined || encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes.toString('base64') !== encoded || bytes[0] !== algorithms[kind]) return undefined;
  const key = { name, publicKey: bytes.subarray(1) };
  return Buffer.from(keyIdOf(key, kind)).toString('hex') === id ? key : undefined;
}

export interface Note {
  /** The signed text; it ends with a newline. */
  readonly text: string;
  /** For each signature, the name of its key and the bytes of key id and signature. */
  readonly signatures: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Returns the line of a signature: an em dash, the name, and base64 of key id and signature (C2SP signed-note). */
export const signatureLine = (key: NoteKey, signature: Uint8Array): string =>
  `\u2014 ${key.name} ${Buffer.concat([keyIdOf(key), signature]).toString('base64')}\n`;

/** Parses a note into its text and its signatures. Undefined if the note is malformed. */
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

/** Checks that this key has signed the note. */
export function isSignedBy({ text, signatures }: Note, key: NoteKey): boolean {
  const id = Buffer.from(keyIdOf(key));
  return signatures.some(
    ({ name, bytes }) =>
      name === key.name && id.equals(bytes.subarray(0, 4)) && isSignature(bytes.subarray(4), text, key),
  );
}

/** Checks an Ed25519 signature (RFC 8032) of a text. */
export const isSignature = (signature: Uint8Array, text: string, { publicKey }: Pick<NoteKey, 'publicKey'>): boolean =>
  verify(null, Buffer.from(text), publicKeyOf(publicKey), signature);

/** The bytes before the key in the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410, 4). */
const header = Buffer.from('302a300506032b6570032100', 'hex');

const publicKeyOf = (bytes: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([header, bytes]), format: 'der', type: 'spki' });

/**
 * Returns the 32 bytes of an Ed25519 key from its SubjectPublicKeyInfo (RFC 8410, 4), the form in which KMS returns it.
 * Undefined for another kind of key.
 */
export const rawPublicKey = (der: Uint8Array): Uint8Array | undefined =>
  der.length === header.length + 32 && header.equals(der.subarray(0, header.length))
    ? der.subarray(header.length)
    : undefined;
