import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictOn, verdictOnAbsence, type Sent } from '../../action-plane/answer.ts';
import { actionStateTable, taskStateTable, type StateRow } from '../../action-plane/states.ts';
import { callMetrics } from '../../adapters/aws/call-metrics.ts';
import { extractors } from '../../adapters/located-text/extractors.ts';
import { contentAreas, type ContentArea } from '../../contract/rows/content.ts';
import { effectClasses } from '../../contract/effects.ts';
import type { HttpSor } from '../../contract/artefacts/sor.ts';
import { failures } from '../../contract/failures.ts';
import {
  openedReleases,
  platformFunctions,
  type ContentGrant,
  type PlatformFunction,
} from '../../contract/platform/functions.ts';
import { storeLayouts, type TableLayout } from '../../contract/platform/stores.ts';
import { toolStores } from '../../contract/platform/tool-stores.ts';
import { sizeLimits, timeLimits } from '../../contract/platform/limits.ts';
import { sourceExceptions } from '../../contract/rows/located-text.ts';
import { floorPolicies } from '../../contract/authority/floor.ts';
import { invoiceTerms } from '../../contract/values/invoice-terms.ts';
import type { Figure } from '../../bench/figure.ts';
import { bumps } from '../../registry/signature/bump/bump.ts';
import { patterns } from '../../registry/patterns.ts';
import { platformShapes } from '../../registry/signature/platform-shapes.ts';
import { notProbed } from '../e2e/probe/not-probed.ts';
import { blindSor as blind, sor as strong } from '../support/plane.ts';
import { root } from './pages.ts';
import { alarms, idleCost, kept } from './template.ts';

export interface Table {
  readonly header: readonly string[];
  /** Rows of the table. The first cell of a row is its key. */
  readonly rows: readonly (readonly string[])[];
  /** Headings of the last columns, which are written by hand in the page. */
  readonly byHand?: readonly string[];
}

const code = (text: string): string => `\`${text}\``;
const codes = (all: readonly string[]): string => (all.length === 0 ? '-' : all.map(code).join(', '));

const statesOf = <S extends string>(states: Readonly<Record<S, StateRow<S>>>): Table => ({
  header: ['state', 'may be followed by', 'who is next', 'what they do', 'until'],
  rows: Object.entries<StateRow<S>>(states).map(([state, { next, owner, step, deadline }]) =>
    owner === 'none'
      ? [code(state), codes(next), 'nobody', '-', '-']
      : [code(state), codes(next), owner, step, deadline],
  ),
});

/** Answers of an SoR to a change. Answers in one row have the same meaning. */
const sorAnswers: readonly { readonly said: string; readonly sent: readonly Sent[]; readonly attempts?: number }[] = [
  answered([200, 201, 204]),
  answered([412]),
  { ...answered([401]), said: '401, at the first two sends', attempts: 2 },
  { ...answered([401]), said: '401, at the third send', attempts: 3 },
  answered([400, 403, 404, 409, 422]),
  answered([202, 302, 408, 425, 429, 500, 503]),
  { said: 'nothing in time', sent: [{ kind: 'no_answer', reason: 'timeout' }] },
  { said: 'nothing, as no byte was sent', sent: [{ kind: 'not_sent', reason: 'refused' }] },
];

function answered(statuses: readonly number[]): { said: string; sent: readonly Sent[] } {
  return { said: statuses.join(', '), sent: statuses.map((status) => ({ kind: 'answer', status })) };
}

const one = (states: readonly string[]): string => {
  const [state, ...others] = new Set(states);
  if (state === undefined || others.length > 0) throw new Error('answers of one row are understood differently');
  return state;
};

const becomes = (sent: readonly Sent[], attempts: number, sor: HttpSor): string =>
  one(sent.map((answer) => verdictOn(answer, { attempts }, sor).to));

/** Returns the next state of an Action if a lookup does not find the change after an unclear answer. */
function absent(sent: readonly Sent[], attempts: number): string {
  if (becomes(sent, attempts, strong) !== 'outcome_unknown') return '-';
  const receipts = sent.map((answer) => (answer.kind === 'answer' ? { status: answer.status, at: '' } : undefined));
  return code(one(receipts.map((sorReceipt) => verdictOnAbsence({ attempts, ...(sorReceipt && { sorReceipt }) }).to)));
}

/** Lists the functions that the contract allows to use an area of the content store. */
function contentUsers(area: ContentArea, verb: 'read' | 'write'): string {
  const has = (row: object): boolean => {
    const { content }: { readonly content?: ContentGrant } = row;
    return content?.[verb]?.includes(area) === true;
  };
  const platform = Object.entries<PlatformFunction>(platformFunctions).flatMap(([name, row]) =>
    has(row) ? [code(name)] : [],
  );
  const tools = [
    ...(has({ content: toolStores.content }) ? ['every tool’s'] : []),
    ...Object.entries(toolStores.ports).flatMap(([port, row]) => (has(row) ? [`tools’ with port ${code(port)}`] : [])),
    ...Object.entries(toolStores.effects).flatMap(([kind, row]) => (has(row) ? [`tools’ that put ${code(kind)}`] : [])),
    ...Object.entries(toolStores.refs).flatMap(([kind, row]) =>
      has(row) ? [`tools’ with refs to ${code(kind)}`] : [],
    ),
  ];
  const opening: readonly string[] = verb === 'read' ? openedReleases.content.read : [];
  const opened = opening.includes(area) ? ['every function that opens releases'] : [];
  return [...platform, ...tools, ...opened].join(', ') || '-';
}

const mega = 1024 * 1024;

/** Generated tables of the pages, by name. */
export const tables: Readonly<Record<string, () => Table>> = {
  calls: () => ({
    header: ['call', 'processor time', 'measured, for one call'],
    rows: (
      JSON.parse(readFileSync(join(root, 'bench', 'results.json'), 'utf8')) as { figures: readonly Figure[] }
    ).figures
      .filter(({ name }) => name.startsWith('calls.'))
      .map(({ name, value, measured = '' }) => [
        code(name.slice('calls.'.length, -'.cpu'.length)),
        `${value} %`,
        measured,
      ]),
  }),
  failures: () => ({
    header: ['code', 'status', 'retry', 'next step'],
    rows: Object.entries(failures).map(([name, { status, retryable, next }]) => [
      code(name),
      String(status),
      retryable ? 'yes' : 'no',
      next,
    ]),
  }),
  routes: () => ({
    header: ['method and path', 'function'],
    rows: [
      [code('POST /v1/{function}/{tool}'), 'the tool’s'],
      ...Object.entries<PlatformFunction>(platformFunctions).flatMap(([name, { routes = [], openRoutes = [] }]) =>
        [...routes, ...openRoutes].map((route) => [route === '$default' ? 'any other' : code(route), code(name)]),
      ),
    ],
    byHand: ['who', 'what'],
  }),
  effects: () => ({
    header: ['class', 'ports', 'effect', 'network', 'approval', 'key'],
    rows: Object.entries(effectClasses).map(([name, { ports, effects, egress, approval, key }]) => [
      code(name),
      codes(ports),
      codes(effects),
      egress,
      approval,
      key,
    ]),
  }),
  limits: () => ({
    header: ['what', 'limit'],
    rows: [
      ['a request, at the gateway', `${timeLimits.gatewaySeconds} s`],
      ['a function', `${timeLimits.functionSeconds} s`],
      ['a call, before its record is written', `${timeLimits.callMillis / 1000} s`],
      ['body', `${sizeLimits.bodyBytes / 1024} KB`],
      ['result', `${sizeLimits.resultBytes / mega} MB`],
      ['exceptions of an answer', `${sizeLimits.exceptionsBytes / 1024} KB`],
      ['payload and case of an Action, together', `${sizeLimits.caseBytes / mega} MB`],
      ['source', `${sizeLimits.sourceBytes / mega} MB`],
      ['source sent inline', `${sizeLimits.inlineSourceBytes / 1024} KB`],
      ['arguments kept by a replayable run, each call', `${sizeLimits.replayArgumentsBytes / 1024} KB`],
    ],
  }),
  floor: () => ({
    header: ['policy'],
    rows: Object.keys(floorPolicies).map((name) => [code(`floor.${name}`)]),
    byHand: ['denies, whatever a tenant permits'],
  }),
  patterns: () => ({
    header: ['pattern', 'effect class', 'function', 'refs that its arguments name'],
    rows: patterns.map(({ name, effectClass, function: served, refs }) => [
      code(name),
      code(effectClass),
      code(served),
      Object.values(refs)
        .map(({ kind, at, from }) => `${kind} ${from === 'uses' ? `in ${code('uses')}` : `at ${codes(at)}`}`)
        .join('; ') || '-',
    ]),
  }),
  shapes: () => ({
    header: ['`$ref`'],
    rows: Object.keys(platformShapes)
      .sort()
      .map((name) => [code(`platform/${name}`)]),
  }),
  bumps: () => ({ header: ['bump'], rows: bumps.map((bump) => [bump]), byHand: ['when'] }),
  actions: () => statesOf(actionStateTable),
  tasks: () => statesOf(taskStateTable),
  'sor-answers': () => ({
    header: ['the SoR answered', 'the Action becomes', 'then, if a lookup does not find the change', 'for a blind SoR'],
    rows: sorAnswers.map(({ said, sent, attempts = 1 }) => [
      said,
      code(becomes(sent, attempts, strong)),
      absent(sent, attempts),
      code(becomes(sent, attempts, blind)),
    ]),
    byHand: ['because'],
  }),
  repairs: () => ({
    header: ['repair'],
    rows: [...readFileSync(join(root, 'local', 'cloud', 'emulator_repairs.py'), 'utf8').matchAll(/^def (\w+)/gm)].map(
      ([, name = '']) => [code(name)],
    ),
    byHand: ['what'],
  }),
  'not-probed': () => ({
    header: ['not enforced', 'the test that checks it'],
    rows: notProbed.map(({ rule, checkedBy }) => [
      rule,
      checkedBy.map(({ file, title }) => `“${title.replace('%s', '…')}” (${code(`test/lib/${file}`)})`).join('; '),
    ]),
  }),
  'media-types': () => ({
    header: ['media type', 'extractor'],
    rows: Object.entries(extractors).map(([type, { extractor, version }]) => [
      code(type),
      code(`${extractor}@${version}`),
    ]),
    byHand: ['the text that is made of it', 'what a tool can name'],
  }),
  'invoice-terms': () => ({
    header: ['term', 'meaning'],
    rows: Object.entries(invoiceTerms).map(([term, { means }]) => [code(term), means]),
  }),
  'source-exceptions': () => ({
    header: ['exception', 'what to do'],
    rows: Object.entries(sourceExceptions).map(([kind, next]) => [code(kind), next]),
    byHand: ['when'],
  }),
  content: () => ({
    header: ['area', 'holds', 'functions that read it', 'functions that put into it'],
    rows: Object.entries(contentAreas).map(([area, { holds }]) => [
      code(`${area}/`),
      holds,
      contentUsers(area as ContentArea, 'read'),
      contentUsers(area as ContentArea, 'write'),
    ]),
  }),
  indexes: () => ({
    header: ['index', 'partition', 'sort', 'other attributes'],
    rows: Object.entries<TableLayout>(storeLayouts).flatMap(([store, { indexes }]) =>
      Object.entries(indexes).map(([name, { partition, sort, projects }]) => [
        code(`${store}.${name}`),
        code(partition),
        code(sort),
        projects === undefined ? 'all' : codes(projects),
      ]),
    ),
    byHand: ['read for', 'writes of a copy'],
  }),
  metrics: () => ({
    header: ['metric', 'unit', 'what it is'],
    rows: Object.entries(callMetrics).map(([name, { unit, says }]) => [code(name), unit, says]),
  }),
  alarms,
  kept,
  'idle-cost': idleCost,
};

const marked = /<!-- table: (\S+) -->\n[\s\S]*?<!-- end -->/g;

/** Returns a page with its generated tables made again from the code. Hand-written columns are kept, row by row. */
export const withTables = (page: string): string =>
  page.replaceAll(marked, (old, name: string) => {
    const table = tables[name]?.();
    if (!table) throw new Error(`there is no table ${name}`);
    return `<!-- table: ${name} -->\n\n${rendered(table, handColumns(old, table))}\n\n<!-- end -->`;
  });

export const tablesIn = (page: string): readonly string[] => [...page.matchAll(marked)].map(([, name = '']) => name);

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function handColumns(old: string, { header }: Table): ReadonlyMap<string, readonly string[]> {
  const lines = old
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return new Map(lines.map(cellsOf).map(([key = '', ...rest]) => [key, rest.slice(header.length - 1)]));
}

function rendered({ header, rows, byHand = [] }: Table, hand: ReadonlyMap<string, readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const all = [...header, ...byHand];
  return [
    line(all),
    `|${all.map(() => '---').join('|')}|`,
    ...rows.map((cells) => line([...cells, ...byHand.map((_, i) => hand.get(cells[0] ?? '')?.[i] ?? '')])),
  ].join('\n');
}
