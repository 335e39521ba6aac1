import { sha256, type Hash } from '../../contract/values/canonical.ts';
import type { ContentArea, ContentReader, ContentStore, ContentWriter } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Puts a text that is too large for its row into the content store under its hash. This happens before the row that
 * names it is written.
 */
export const putAside = (
  content: ContentWriter,
  area: ContentArea,
  { hash, text }: { readonly hash: Hash; readonly text: string },
): Promise<void> => content.put(area, hash, Buffer.from(text));

/**
 * Reads a text by its hash. Undefined if it is missing.
 * @throws Failure `dependency.unavailable`; `result.erased` if an operator erased it; `replay.diverged` if the bytes do
 * not match the hash
 */
export async function readAside(content: ContentReader, area: ContentArea, hash: Hash): Promise<string | undefined> {
  const bytes = await content.get(area, hash);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  if (text === erasedText) throw erasedFailure('the stored text');
  if (sha256(text) !== hash)
    throw new Failure('replay.diverged', `the content in ${area} does not match the hash in its name`);
  return text;
}

/** The text of a stored object whose value was erased. */
export const erasedText = '{"erased":true}';

/** The hash in a row whose value was erased. No text has this hash. */
export const erasedHash: Hash = '0'.repeat(64);

export const erasedFailure = (what: string): Failure =>
  new Failure('result.erased', `an operator has erased ${what}, so this request cannot be answered`);

const refused = async (): Promise<never> => {
  throw new Failure('internal', 'this function needs a content store, but was given none');
};

/** A content store for functions that have none. Every use of it fails. */
export const noContent: ContentStore = { get: refused, put: refused };
