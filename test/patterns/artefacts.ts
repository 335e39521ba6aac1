import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import type { Calendar } from '../../contract/artefacts/calendar.ts';
import type { Queue } from '../../contract/artefacts/queue.ts';
import type { RateTable } from '../../contract/artefacts/rate-table.ts';
import type { RulePack } from '../../contract/artefacts/rule-pack.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';

export const sor: HttpSor = {
  id: 'sor.admin',
  version: '1.0.0',
  engine: 'http',
  origin: 'https://admin.example.com',
  network: 'public',
  cidrs: [],
  timeoutMillis: 3000,
  settlesWithinMillis: 2000,
  resources: { claim: { path: '/claims/{id}' }, policy: { path: '/policies/{id}' } },
  mutations: { 'set-reserve': { method: 'PUT', path: '/claims/{id}/reserve', resource: 'claim' } },
  changes: { path: '/changes/{ref}' },
};

export const kind: ActionKind = {
  id: 'action.reserve-change',
  version: '1.2.0',
  title: 'Change a reserve',
  targetSor: 'sor.admin',
  mutation: 'set-reserve',
  basis: { tools: ['tool.claim.lookup'], maxAgeSeconds: 900 },
  shows: [
    { label: 'Reserve', payload: '/reserve/amount', object: '/reserve/amount' },
    { label: 'Note', payload: '/note', object: '/note' },
  ],
  approval: { queues: ['queue.reserves'], quorum: 2 },
  stagedForSeconds: 72 * 3600,
  compensation: { none: 'nothing undoes it' },
};

export const queue: Queue = {
  id: 'queue.reserves',
  version: '1.0.0',
  title: 'Reserves',
  groups: ['approvers', 'adjusters'],
  slaSeconds: 4 * 3600,
};

export const rates: RateTable = {
  id: 'rates.test',
  version: '2.0.0',
  source: 'a test',
  asOf: '2026-01-02',
  base: 'TRY',
  rates: { EUR: '51.25', USD: '43.7', JPY: '0.2817', KWD: '142.123456' },
};

/** A calendar for the tests: one spring with three holidays in a row and a half-day before them. */
export const calendar: Calendar = {
  id: 'calendar.test',
  version: '1.0.0',
  title: 'Days of the tests',
  source: 'made for the tests',
  validFrom: '2026-03-01',
  validTo: '2026-06-30',
  weekend: ['saturday', 'sunday'],
  holidays: { '2026-04-23': 'A Thursday', '2026-05-27': 'First', '2026-05-28': 'Second', '2026-05-29': 'Third' },
  halfDays: { '2026-05-26': 'Eve' },
};

export const pack: RulePack = {
  id: 'rules.reserve',
  version: '1.0.0',
  title: 'Reserve rules',
  rules: [
    {
      id: 'within-limit',
      title: 'The reserve is within the limit',
      expression: 'dec.lte(candidate.reserve.amount, candidate.limit)',
      onFail: 'block',
      reads: ['/reserve/amount', '/limit'],
    },
    {
      id: 'has-note',
      title: 'There is a note',
      expression: 'has(candidate.note)',
      onFail: 'warn',
      reads: ['/note'],
    },
  ],
};
