import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { locateSource } from '../located-text/locate.ts';

/** Makes the located text of a corpus document with the same extractors that read sources. @throws SourceRefused */
export const locateText = async (bytes: Uint8Array, mediaType: string): Promise<LocatedText> =>
  (await locateSource(bytes, sha256OfBytes(bytes), mediaType)).text;
