import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { locateSource } from '../located-text/locate.ts';

/** The text of a document of a corpus, by the extractors that make the text of sources. @throws SourceRefused */
export const locateText = async (bytes: Uint8Array, mediaType: string): Promise<LocatedText> =>
  (await locateSource(bytes, sha256OfBytes(bytes), mediaType)).text;
