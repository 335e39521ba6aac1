import * as z from 'zod';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { sizeLimits } from '../../contract/platform/limits.ts';
import { parseJson } from '../../contract/values/json.ts';
import { isPlainText, plainTextRule } from '../../contract/values/plain-text.ts';
import { formatMediaType, parseMediaType } from '../../contract/values/media-type.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import { invalidRequest } from '../invalid-request.ts';

const shared = {
  mediaType: z.string().max(255),
  markings: z.array(z.string().max(128)).max(32).default([]),
  name: z.string().trim().min(1).max(255).refine(isPlainText, plainTextRule).optional(),
};
/** The three forms of a body. Each is named by the member that contains or announces the bytes. */
const forms = {
  text: z.strictObject({ ...shared, text: z.string() }),
  contentBase64: z.strictObject({ ...shared, contentBase64: z.base64() }),
  sha256: z.strictObject({
    ...shared,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    sizeBytes: z.int().min(1),
  }),
} as const;
const body = z.union(Object.values(forms));

/** The announcement of a source: the caller sends its bytes now, or uploads them later. */
export interface Announcement {
  readonly mediaType: string;
  /** Markings that the caller asks for, in addition to the tenant's markings for new sources. */
  readonly markings: readonly Marking[];
  /** The name of the file. */
  readonly name?: string;
  readonly sha256: Hash;
  readonly sizeBytes: number;
  /** The bytes. Absent if the caller uploads them later. */
  readonly bytes?: Uint8Array;
}

/**
 * Parses the body of `POST /v1/sources`.
 * @throws Failure `body.*`, `request.invalid`, `source.too_large`
 */
export function parseAnnouncement(text: string): Announcement {
  if (Buffer.byteLength(text) > sizeLimits.bodyBytes)
    throw new Failure('body.too_large', 'the body is larger than the limit of 256 KB');
  const value = parseJson(text);
  const parsed = body.safeParse(value);
  if (!parsed.success) throw refused(value);
  const { data } = parsed;
  const mediaType = 'text' in data ? textType(data.mediaType) : typeOf(data.mediaType);
  const { markings } = data;
  const named = data.name === undefined ? {} : { name: data.name };
  if ('sha256' in data) {
    if (data.sizeBytes > sizeLimits.sourceBytes)
      throw new Failure('source.too_large', 'the source is larger than the limit of 20 MB');
    return { mediaType, markings, ...named, sha256: data.sha256, sizeBytes: data.sizeBytes };
  }
  const bytes = 'text' in data ? Buffer.from(data.text) : Buffer.from(data.contentBase64, 'base64');
  if (bytes.byteLength === 0) throw new Failure('request.invalid', 'the source is empty: send at least one byte');
  if (bytes.byteLength > sizeLimits.inlineSourceBytes) {
    throw new Failure(
      'source.too_large',
      'the source is larger than 64 KB: send sha256 and sizeBytes, then upload the bytes',
    );
  }
  return { mediaType, markings, ...named, sha256: sha256OfBytes(bytes), sizeBytes: bytes.byteLength, bytes };
}

const members =
  'mediaType, optionally markings and name, and one of: text; contentBase64; sha256 (64 lower case hex digits) with sizeBytes';
const example = 'text/csv; charset=windows-1254; delimiter=semicolon';

/** Returns the refusal of a body. The refusal names the wrong member, but never contains its value. */
function refused(value: unknown): Failure {
  const given = Object.keys(Object(value));
  const [form, ...others] = Object.entries(forms).filter(([name]) => given.includes(name));
  const error = others.length === 0 ? form?.[1].safeParse(value).error : undefined;
  if (form === undefined || error === undefined) {
    const bytes = others.length === 0 ? 'does not contain the bytes' : 'contains the bytes more than once';
    return new Failure('request.invalid', `the body ${bytes}: send ${members}`);
  }
  const { message, pointer } = invalidRequest(error, value, form[1]);
  const isParameter = pointer === '/charset' || pointer === '/delimiter';
  const detail = isParameter
    ? `${pointer}: must be a parameter of mediaType, as in ${example}`
    : `${message}. Send ${members}`;
  return new Failure('request.invalid', detail, pointer === undefined ? {} : { pointer });
}

function typeOf(text: string): string {
  const type = parseMediaType(text);
  if (!type) {
    const detail = `/mediaType: must have the form type/subtype; name=value, as in ${example}`;
    throw new Failure('request.invalid', detail, { pointer: '/mediaType' });
  }
  return formatMediaType(type);
}

/** Returns the media type of a text. A text in JSON is Unicode, so it is stored as UTF-8. */
function textType(text: string): string {
  const type = parseMediaType(typeOf(text));
  const charset = type?.parameters['charset'] ?? 'utf-8';
  if (charset !== 'utf-8')
    throw new Failure(
      'request.invalid',
      '/mediaType: charset must be utf-8 if the body has text. Send another charset as contentBase64',
      {
        pointer: '/mediaType',
      },
    );
  return typeOf(text);
}
