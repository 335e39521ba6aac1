import { csv } from './csv.ts';
import { docx } from './office/docx.ts';
import { email } from './email.ts';
import { html } from './html.ts';
import { jsonText } from './json-text.ts';
import type { Locate } from './located.ts';
import { pdf } from './pdf/pdf.ts';
import { plainText } from './plain.ts';
import { xmlSource } from './invoice/xml-source.ts';
import { xlsx } from './office/xlsx.ts';

export interface ExtractorRow {
  readonly extractor: string;
  /**
   * The version of our extractor, followed by the version of its library. Another version may give other offsets and
   * therefore another text. Raise our version with every change that can move an offset.
   */
  readonly version: string;
  readonly locate: Locate;
}

const office = 'application/vnd.openxmlformats-officedocument';

/** The extractor of each media type. */
export const extractors: Readonly<Record<string, ExtractorRow>> = {
  'text/plain': { extractor: 'plain', version: '1', locate: plainText },
  'text/markdown': { extractor: 'plain', version: '1', locate: plainText },
  'text/csv': { extractor: 'csv', version: '3+csv-parse-7.0.3', locate: csv },
  'text/html': { extractor: 'html', version: '3+parse5-8.1.1', locate: html },
  'application/json': { extractor: 'json', version: '1', locate: jsonText },
  'application/pdf': { extractor: 'pdf', version: '5+unpdf-1.8.1+@rgrove/parse-xml-5.0.0', locate: pdf },
  'application/xml': { extractor: 'xml', version: '1+@rgrove/parse-xml-5.0.0', locate: xmlSource },
  'text/xml': { extractor: 'xml', version: '1+@rgrove/parse-xml-5.0.0', locate: xmlSource },
  'message/rfc822': { extractor: 'email', version: '3+postal-mime-4.0.0+parse5-8.1.1', locate: email },
  [`${office}.wordprocessingml.document`]: {
    extractor: 'docx',
    version: '3+@rgrove/parse-xml-5.0.0+parse5-8.1.1',
    locate: docx,
  },
  [`${office}.spreadsheetml.sheet`]: { extractor: 'xlsx', version: '5+@rgrove/parse-xml-5.0.0', locate: xlsx },
};
