import { contentRights, storeRights } from './store-rights.ts';

/** The owners of the roles with which a person runs commands, each with the beginning of the role's logical id. */
export const operators = {
  'audit operator': 'AuditOperatorRole',
  'erasure operator': 'ErasureOperatorRole',
  'head operator': 'HeadOperatorRole',
} as const;
export type OperatorName = keyof typeof operators;
export const operatorNames = Object.keys(operators) as readonly OperatorName[];

/** The areas of the content store that have values of a run or of a source. */
const erasedAreas = ['sources', 'texts', 'results', 'payloads'] as const;

/** The rights of the operators' roles. They are not in the contract, because no code of the platform has these roles. */
export const operatorRights: Readonly<Record<OperatorName, readonly string[]>> = {
  'audit operator': [
    ...storeRights({ ledger: ['read'], head: ['read'], runs: ['read'], log: ['read', 'put'], audit: ['put'] }),
    'Scan ledger',
    'FilterLogEvents access log',
  ],
  'erasure operator': [
    ...storeRights({
      head: ['read'],
      ledger: ['read', 'readMany', 'put'],
      audit: ['put'],
      actions: ['read', 'put', 'update'],
      tasks: ['read', 'update'],
      runs: ['read', 'update'],
      sources: ['read', 'update'],
    }),
    'Query audit byRun',
    ...contentRights({ read: erasedAreas, write: erasedAreas }),
  ],
  'head operator': [
    ...storeRights({ head: ['read', 'put'], ledger: ['put'], actions: ['readMany'], tasks: ['readMany'] }),
    'Query actions byProgress',
  ],
};
