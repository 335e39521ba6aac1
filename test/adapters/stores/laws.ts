import { listLaws } from './action-plane/lists.ts';
import { rowListLaws } from './action-plane/row-lists.ts';
import { subjectLaws } from './action-plane/subject.ts';
import { tokenLaws } from './action-plane/tokens.ts';
import { transitionLaws } from './action-plane/transitions.ts';
import { auditTableLaws } from './audit-table.ts';
import { dispatchLaws } from './dispatches.ts';
import { headLaws } from './head.ts';
import { indexPartitionLaws } from './index-partition.ts';
import { attachmentLaws } from './ledger/attachments.ts';
import { ledgerFaultLaws } from './ledger/faults.ts';
import { recordLaws } from './ledger/records.ts';
import { readLaws } from './reads.ts';
import { runLaws } from './runs.ts';
import { sourceLaws } from './sources.ts';
import { threadLaws } from './threads.ts';
import type { OpenStores } from './under-test.ts';

const laws = [
  sourceLaws,
  recordLaws,
  ledgerFaultLaws,
  attachmentLaws,
  dispatchLaws,
  runLaws,
  threadLaws,
  headLaws,
  readLaws,
  subjectLaws,
  transitionLaws,
  tokenLaws,
  listLaws,
  rowListLaws,
  auditTableLaws,
  indexPartitionLaws,
];

/** Runs the same tests over every database. Each file of this folder has the tests of one store. */
export function storeLaws(name: string, open: OpenStores): void {
  for (const law of laws) law(name, open);
}
