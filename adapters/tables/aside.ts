import { sha256, type Hash } from '../../contract/values/canonical.ts';
import type { ContentArea, ContentReader, ContentStore, ContentWriter } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';

/** Puts a text that does not fit its row into the content store under its hash, before the row that names it. */
export const putAside = (
  content: ContentWriter,
  area: ContentArea,
  { hash, text }: { readonly hash: Hash; readonly text: string },
): Promise<void> => content.put(area, hash, Buffer.from(text));

/**
 * The text under the hash. Undefined if it is missing.
 * @throws Failure `dependency.unavailable`; `replay.diverged` if the bytes do not match
 */
export async function readAside(content: ContentReader, area: ContentArea, hash: Hash): Promise<string | undefined> {
  const bytes = await content.get(area, hash);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  if (sha256(text) !== hash)
    throw new Failure('replay.diverged', `the content in ${area} does not match the hash in its name`);
  return text;
}

const refused = async (): Promise<never> => {
  throw new Failure('internal', 'this function was given no content store');
};

/** For functions that have no area of the content store. Whatever would need one fails. */
export const noContent: ContentStore = { get: refused, put: refused };
