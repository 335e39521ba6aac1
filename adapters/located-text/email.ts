import PostalMime, { type Address, type Email } from 'postal-mime';
import { formatMediaType, parseMediaType } from '../../contract/values/media-type.ts';
import { decode } from './charset.ts';
import { addHtml } from './html.ts';
import type { Locate, Located } from './located.ts';
import { mustBeText } from './magic.ts';
import { leavesOf, type Leaf } from './mime.ts';
import { addPlain } from './plain.ts';
import { SourceRefused } from './source-refused.ts';
import { TextBuilder, tooLarge } from './text-builder.ts';

const maxParts = 50;
const headerLine = /^[!-9;-~]{1,200}:/;

/** Reads an e-mail (RFC 5322): its headers and its body as text, and its attachments as parts. */
export const email: Locate = async (bytes) => {
  mustBeText(bytes, false);
  if (
    !headerLine.test(
      Buffer.from(bytes.subarray(0, 256))
        .toString('latin1')
        .replace(/^From [^\n]*\n/, ''),
    )
  ) {
    throw new SourceRefused(
      'source.media_type_mismatch',
      'the bytes are not an e-mail, because they do not begin with a header',
    );
  }
  const leaves = leavesOf(bytes);
  mustBeReadable(leaves);
  const parsed = await opened(bytes);
  const builder = new TextBuilder();
  for (const [name, value] of headersOf(parsed)) {
    builder.append(`${name}: `);
    builder.region('header', name, builder.append(value));
    builder.append('\n');
  }
  builder.append('\n');
  const start = builder.length;
  if (parsed.text !== undefined && parsed.text.trim() !== '') addPlain(builder, parsed.text);
  else if (parsed.html !== undefined) addHtml(builder, parsed.html);
  builder.region('body', 'body', { start, end: builder.length });
  return { ...builder.build(), parts: partsOf(parsed, leaves) };
};

/**
 * Checks that each text of the message can be decoded in its declared charset. The library would replace malformed
 * bytes.
 * @throws SourceRefused
 */
function mustBeReadable(leaves: readonly Leaf[]): void {
  for (const { type, parameters, isAttachment, bytes } of leaves) {
    if (!isAttachment && (type === 'text/plain' || type === 'text/html')) decode(bytes, parameters['charset']);
  }
}

async function opened(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(new Uint8Array(bytes).buffer, {
      rfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 32,
      maxHeadersSize: 1024 * 1024,
    });
  } catch (error) {
    throw new SourceRefused(
      'source.corrupt',
      `the e-mail cannot be parsed: ${error instanceof Error ? error.name : 'unknown'}`,
    );
  }
}

/** Returns the headers that a mail program shows, in a fixed order, each on one line. */
function headersOf(parsed: Email): readonly (readonly [string, string])[] {
  const dated = parsed.headers.find(({ key }) => key === 'date')?.value;
  const shown: readonly (readonly [string, string | undefined])[] = [
    ['From', parsed.from && addressText([parsed.from])],
    ['To', parsed.to && addressText(parsed.to)],
    ['Cc', parsed.cc && addressText(parsed.cc)],
    ['Date', dated],
    ['Subject', parsed.subject],
    ['Message-ID', parsed.messageId],
  ];
  return shown.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value.replaceAll(/\s*[\r\n]+\s*/g, ' ')]],
  );
}

const addressText = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name === '' ? (address ?? '') : `${name} <${address ?? ''}>`))
    .join(', ');

function partsOf({ attachments }: Email, leaves: readonly Leaf[]): NonNullable<Located['parts']> {
  const parametersOf = new Map(leaves.map(({ bytes, parameters }) => [contentOf(bytes), parameters]));
  if (attachments.length > maxParts) throw tooLarge(`the e-mail has more than ${maxParts} attachments`);
  return attachments.flatMap(({ filename, mimeType, content }, i) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const type = parseMediaType(mimeType);
    // The library drops the parameters of a media type. Without the parameter `charset`, a text that is not in UTF-8
    // would be decoded wrongly.
    const charset = parametersOf.get(contentOf(bytes))?.['charset'];
    const isText = type?.essence.startsWith('text/') === true && charset !== undefined;
    const declared =
      type && isText ? { ...type, parameters: { ...type.parameters, charset: charset.toLowerCase() } } : type;
    const mediaType = declared === undefined ? 'application/octet-stream' : formatMediaType(declared);
    const name = (filename ?? `attachment-${i + 1}`).toWellFormed().slice(0, 200);
    // An empty attachment is left out, because it has no bytes that could be a source.
    return bytes.byteLength === 0 ? [] : [{ name, mediaType, bytes }];
  });
}

/** Returns a key for the content of a part, without the line ends that mail software changes. */
const contentOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('latin1').replaceAll('\r\n', '\n').trimEnd();
