import { Document, isMap } from 'yaml';
import type { RateTable } from '../../contract/artefacts/rate-table.ts';

/** Returns the text of a rate table's file, with one line for each day of its history. */
export function tableText(table: RateTable): string {
  const document = new Document(table);
  document.commentBefore = ' Imported by logic-plane rates import. Do not edit: import other rates as another version.';
  const history = document.get('history');
  if (isMap(history)) {
    for (const { value } of history.items) if (isMap(value)) value.flow = true;
  }
  return document.toString({ lineWidth: 0, defaultKeyType: 'PLAIN', flowCollectionPadding: true });
}
