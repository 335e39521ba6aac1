import type { Hash } from '../../../contract/values/canonical.ts';
import type { LocatedText, SourceException } from '../../../contract/rows/located-text.ts';
import type { LocatedSource } from '../locate.ts';

/**
 * The largest message between the processes: a text of 5 million units with its regions, and the decoded parts of a
 * file of 20 MB.
 */
export const maxFrameBytes = 192 * 1024 * 1024;

export interface ReaderRequest {
  readonly bytes: Uint8Array;
  readonly sourceHash: Hash;
  readonly mediaType: string;
}

/**
 * Makes a message of three parts: the length of the JSON in four bytes, the JSON, and the bytes that the JSON
 * describes.
 */
const framed = (head: unknown, bodies: readonly Uint8Array[]): Buffer => {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.byteLength);
  return Buffer.concat([length, json, ...bodies]);
};

function opened(frame: Buffer): { readonly head: unknown; readonly body: Buffer } | undefined {
  const end = frame.byteLength < 4 ? Number.NaN : 4 + frame.readUInt32LE(0);
  if (!(end <= frame.byteLength)) return undefined;
  return { head: JSON.parse(frame.toString('utf8', 4, end)), body: frame.subarray(end) };
}

export const readerRequestOf = (bytes: Uint8Array, sourceHash: Hash, mediaType: string): Buffer =>
  framed({ sourceHash, mediaType }, [bytes]);

/** Reads a request from a message. @throws Error if the message is incomplete */
export function requestIn(frame: Buffer): ReaderRequest {
  const request = opened(frame);
  if (request === undefined) throw new Error('the request to the file reader is incomplete');
  const { sourceHash, mediaType } = request.head as Omit<ReaderRequest, 'bytes'>;
  return { sourceHash, mediaType, bytes: new Uint8Array(request.body) };
}

type Told =
  | SourceException
  | {
      readonly text: LocatedText;
      readonly parts: readonly { readonly name: string; readonly mediaType: string; readonly sizeBytes: number }[];
    };

export function answerOf(outcome: LocatedSource | SourceException): Buffer {
  if ('kind' in outcome) return framed(outcome, []);
  const parts = outcome.parts.map(({ name, mediaType, bytes }) => ({ name, mediaType, sizeBytes: bytes.byteLength }));
  return framed(
    { text: outcome.text, parts },
    outcome.parts.map(({ bytes }) => bytes),
  );
}

/** Reads an answer from a message. Undefined if the message is incomplete. */
export function answerIn(frame: Buffer): LocatedSource | SourceException | undefined {
  const answer = opened(frame);
  if (answer === undefined) return undefined;
  const told = answer.head as Told;
  if ('kind' in told) return told;
  let at = 0;
  const parts = told.parts.map(({ name, mediaType, sizeBytes }) => {
    const bytes = new Uint8Array(answer.body.subarray(at, at + sizeBytes));
    at += sizeBytes;
    return { name, mediaType, bytes };
  });
  return at === answer.body.byteLength ? { text: told.text, parts } : undefined;
}
