import { afterAll, describe, expect, it } from 'vitest';
import { findingsOf, type Finding } from './findings.ts';
import { readExtractor } from './read-extractor.ts';
import { fields, sets } from './regression-documents.ts';

const extractor = readExtractor('motor-claim');
const least = 0.9;

/** Returns true if the found value is the expected one, or if both are undefined. A wrong value counts as not found. */
const isRight = ({ expected, found }: Finding): boolean => expected === found;

const percent = (right: number, of: number): string => `${((100 * right) / of).toFixed(1)} %`.padStart(7);

function lineOf(name: string, findings: readonly Finding[]): string {
  const right = findings.filter(isRight).length;
  const stated = findings.filter(({ expected }) => expected !== undefined);
  const wrong = findings.filter((one) => one.found !== undefined && !isRight(one)).length;
  const found = `${stated.filter(isRight).length} of ${stated.length} stated`;
  return `${name.padEnd(14)} ${percent(right, findings.length)}   ${found.padEnd(20)} ${wrong} wrong`;
}

describe.each(sets)('The regression set %s', (set) => {
  const lines: string[] = [set];
  const all: Finding[] = [];

  afterAll(() => {
    // oxlint-disable-next-line no-console -- the figures are what this test is read for
    console.log([...lines, lineOf('overall', all)].join('\n'));
  });

  it.each(fields)('The field %s is right in at least 18 of the 20 documents of the set', async (field) => {
    const findings = await findingsOf(set, extractor, field);
    all.push(...findings);
    lines.push(lineOf(field, findings));
    const missed = findings.filter((one) => !isRight(one));
    expect(findings).toHaveLength(20);
    const share = (findings.length - missed.length) / findings.length;
    expect(share, JSON.stringify(missed, null, 1)).toBeGreaterThanOrEqual(least);
  });
});
