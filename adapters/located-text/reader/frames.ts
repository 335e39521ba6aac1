import type { Hash } from '../../../contract/values/canonical.ts';
import type { LocatedText, SourceException } from '../../../contract/rows/located-text.ts';
import type { LocatedSource } from '../locate.ts';

/** A text of 5 million units with its regions, and the parts of a file of 20 MB, decoded. */
export const maxFrameBytes = 192 * 1024 * 1024;

export interface ReaderRequest {
  readonly bytes: Uint8Array;
  readonly sourceHash: Hash;
  readonly mediaType: string;
}

/** A frame: four bytes say how long the JSON behind them is; what it names follows as it is. */
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

/** @throws Error for what is no request */
export function requestIn(frame: Buffer): ReaderRequest {
  const request = opened(frame);
  if (request === undefined) throw new Error('the request ends too early');
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

/** Undefined where the answer is not whole. */
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
