import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { provedExtractor } from '../../patterns/extraction/artefact.ts';
import { eInvoices, pagesOf, type EInvoice } from './e-invoices.ts';
import type { Half } from './half.ts';
import { findingsIn, isRight, isWrong, linesOf, scoreOf, type Finding } from './scores.ts';

const extractorIn = (file: string) =>
  provedExtractor.parse(parse(readFileSync(join(import.meta.dirname, 'extractors', file), 'utf8')));
const extractor = extractorIn('e-invoice.yaml');
/** Its labels were written before any document was read. */
const unseen = extractorIn('e-invoice-unseen.yaml');
const leastPrecision = 0.97;
const leastRecall = 0.7;
/** Recall with these labels misses the goal of 0.7. This floor only catches a further loss. */
const leastUnseenRecall = 0.4;

let invoices: readonly EInvoice[] = [];
const lines: string[] = [];

beforeAll(async () => {
  invoices = await eInvoices();
});
afterAll(() => {
  // oxlint-disable-next-line no-console -- the figures are what this test is read for
  console.log(lines.join('\n'));
});

async function findingsOf(
  half: Half,
  { pagesOnly, by = extractor }: { readonly pagesOnly: boolean; readonly by?: Extractor },
): Promise<readonly Finding[]> {
  const all = invoices.filter((one) => one.half === half && (!pagesOnly || one.isHybrid));
  const found = await Promise.all(
    all.map(({ file, text, truth }) =>
      findingsIn(file, { text: pagesOnly ? pagesOf(text) : text, truth, extractor: by }),
    ),
  );
  return found.flat();
}

describe('E-invoices that others made', () => {
  it('The corpus has invoices in both halves, with data alone and with pages, and each of them states true values', () => {
    const count = (half: Half, isHybrid: boolean): number =>
      invoices.filter((one) => one.half === half && one.isHybrid === isHybrid).length;
    lines.push(
      ...(['open', 'scored'] as const).map(
        (half) => `${half}: ${count(half, true)} PDFs with data, ${count(half, false)} invoices in XML`,
      ),
    );
    expect(
      [count('open', true), count('scored', true), count('open', false), count('scored', false)].map((n) => n >= 4),
    ).toEqual([true, true, true, true]);
    expect(invoices.filter(({ truth }) => Object.keys(truth).length === 0)).toEqual([]);
  });

  it('On the open half, data and pages give no wrong value; the test prints what is missed there', async () => {
    for (const pagesOnly of [false, true]) {
      const findings = await findingsOf('open', { pagesOnly });
      lines.push(...linesOf(pagesOnly ? 'open, pages without data' : 'open, data and pages', findings));
      for (const one of findings.filter((one) => one.expected !== undefined && !isRight(one)))
        lines.push(`    ${JSON.stringify(one)}`);
    }
    expect(scoreOf(await findingsOf('open', { pagesOnly: false })).wrong).toBe(0);
  });

  it('On the scored half, the data give each stated value, and no value is wrong', async () => {
    const findings = await findingsOf('scored', { pagesOnly: false });
    lines.push(...linesOf('scored, data and pages', findings));
    const told = findings.flatMap(({ told }) => told);
    lines.push(
      `  told: ${[...Map.groupBy(told, (kind) => kind)].map(([kind, all]) => `${all.length} ${kind}`).join(', ')}`,
    );
    const { precision, recall } = scoreOf(findings);
    expect(precision).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall).toBeGreaterThanOrEqual(leastRecall);
    expect(findings.filter((one) => /total/i.test(one.field) && isWrong(one))).toHaveLength(0);
  });

  it('On the scored half, without the embedded data, recall is at least 70 %, each method of finding has a precision of at least 97 %, and no total is wrong', async () => {
    const findings = await findingsOf('scored', { pagesOnly: true });
    lines.push(...linesOf('scored, pages without data', findings));
    const ways = Map.groupBy(
      findings.filter(({ found }) => found !== undefined),
      ({ way }) => way,
    );
    for (const [way, all] of ways) expect(scoreOf(all).precision, way).toBeGreaterThanOrEqual(leastPrecision);
    expect(findings.filter((one) => /total/i.test(one.field) && isWrong(one))).toHaveLength(0);
    expect(scoreOf(findings).recall).toBeGreaterThanOrEqual(leastRecall);
  });

  it('With labels that were written before any document was read, at most one value is wrong on the pages of the scored half, the grand total never is, and recall is at least 40 %', async () => {
    const findings = await findingsOf('scored', { pagesOnly: true, by: unseen });
    lines.push(...linesOf('scored, pages, first labels', findings));
    const { wrong, recall } = scoreOf(findings);
    expect(wrong).toBeLessThanOrEqual(1);
    expect(findings.filter((one) => one.field === 'total' && isWrong(one))).toEqual([]);
    expect(recall).toBeGreaterThanOrEqual(leastUnseenRecall);
  });
});
