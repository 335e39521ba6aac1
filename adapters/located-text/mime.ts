import { SourceRefused } from './source-refused.ts';

/** A part of a message that contains no other parts, with its decoded bytes. */
export interface Leaf {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly isAttachment: boolean;
  readonly bytes: Buffer;
}

/** The most levels of nested parts. The library that reads the message has the same limit. */
const maxDepth = 32;
const maxLeaves = 1000;

/** Returns the leaves of a message in their order (RFC 2045, 2046). A message inside the message is one leaf. */
export function leavesOf(message: Uint8Array): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(Buffer.from(message).toString('latin1').replaceAll('\r\n', '\n'), 0, leaves);
  return leaves;
}

function collect(part: string, depth: number, leaves: Leaf[]): void {
  if (depth > maxDepth)
    throw new SourceRefused('source.bomb', `the parts of the e-mail are nested more than ${maxDepth} levels deep`);
  const end = part.startsWith('\n') ? 0 : part.indexOf('\n\n');
  const headers = headersIn(end === -1 ? part : part.slice(0, end));
  const body = end === -1 ? '' : part.slice(end + (end === 0 ? 1 : 2));
  const { value: type, parameters } = parsed(headers.get('content-type') ?? 'text/plain');
  const boundary = parameters['boundary'];
  if (type.startsWith('multipart/') && boundary !== undefined && boundary !== '') {
    for (const inner of partsOf(body, boundary)) collect(inner, depth + 1, leaves);
    return;
  }
  if (leaves.length === maxLeaves)
    throw new SourceRefused('source.bomb', `the e-mail has more than ${maxLeaves} parts`);
  const disposition = parsed(headers.get('content-disposition') ?? '').value;
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  leaves.push({ type, parameters, isAttachment: disposition === 'attachment', bytes: decoded(body, encoding) });
}

function headersIn(text: string): ReadonlyMap<string, string> {
  const lines = text.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  const pairs = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
  // If a header occurs twice, the first one counts.
  return new Map(pairs.toReversed());
}

function parsed(header: string): { readonly value: string; readonly parameters: Readonly<Record<string, string>> } {
  const bare = header.replaceAll(/\([^()]{0,200}\)/g, ' ');
  const [value = ''] = bare.split(';');
  const found = [...bare.matchAll(/;\s*([\w*-]{1,60})\s*=\s*(?:"([^"]{0,500})"|([^\s;]{1,500}))/g)];
  const parameters = found.map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ''] as const);
  return { value: value.trim().toLowerCase(), parameters: Object.fromEntries(parameters.toReversed()) };
}

/** Returns the parts between the boundary lines. A boundary line that ends in `--` is the last. */
function partsOf(body: string, boundary: string): readonly string[] {
  const parts: string[] = [];
  let from: number | undefined;
  for (let at = 0; at <= body.length;) {
    const next = body.indexOf('\n', at);
    const line = body.slice(at, next === -1 ? body.length : next).trimEnd();
    if (line === `--${boundary}` || line === `--${boundary}--`) {
      if (from !== undefined) parts.push(body.slice(from, Math.max(from, at - 1)));
      if (line.endsWith('--') && line.length > boundary.length + 2) return parts;
      from = next === -1 ? body.length : next + 1;
    }
    if (next === -1) break;
    at = next + 1;
  }
  return from === undefined ? parts : [...parts, body.slice(from)];
}

function decoded(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.replaceAll(/[^A-Za-z0-9+/=]/g, ''), 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, 'latin1');
}
