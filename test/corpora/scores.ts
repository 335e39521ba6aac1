import type { Extractor } from '../../contract/artefacts/extractor.ts';
import { sourceId, type LocatedText } from '../../contract/rows/located-text.ts';
import type { Money } from '../../contract/values/shapes.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import { fields, type Field, type Truth } from './xml-truth.ts';

export interface Finding {
  readonly file: string;
  readonly field: Field;
  /** The way in which the value was found, or the reason why there is none. */
  readonly way: string;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  /** The exceptions of the answer. */
  readonly told: readonly string[];
}

/** Extracts every field from a text, and sets each answer beside the true value. */
export async function findingsIn(
  file: string,
  { text, truth, extractor }: { readonly text: LocatedText; readonly truth: Truth; readonly extractor: Extractor },
): Promise<readonly Finding[]> {
  const source = { id: sourceId(text.sourceHash), state: 'located' as const, text };
  return Promise.all(
    fields.map(async (field) => {
      const { result, exceptions } = await extract({ source, extractor, property: field, hints: undefined });
      const isFound = result.status === 'extracted';
      const quotes =
        result.status === 'ambiguous'
          ? result.candidates.map(({ quote }) => quote)
          : result.status === 'not_extracted'
            ? [result.evidence?.quote ?? '']
            : [];
      return {
        file,
        field,
        way: isFound
          ? result.method
          : result.status === 'ambiguous'
            ? `ambiguous: ${quotes.join(' | ')}`
            : `${result.reason}: ${quotes.join('')}`,
        expected: compared(truth[field]),
        found: isFound ? compared(result.value) : undefined,
        told: exceptions.map(({ kind }) => kind),
      };
    }),
  );
}

function compared(value: string | Money | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return `${Number(value.amount).toFixed(2)} ${value.currency}`;
  return value.replaceAll(/\s/g, '').toUpperCase();
}

export const isRight = ({ expected, found }: Finding): boolean => found !== undefined && found === expected;
/** True for a value that is not the true one. A value that the truth does not state is not counted as wrong. */
export const isWrong = ({ expected, found }: Finding): boolean =>
  found !== undefined && expected !== undefined && found !== expected;

export interface Score {
  readonly stated: number;
  readonly right: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

export function scoreOf(findings: readonly Finding[]): Score {
  const stated = findings.filter(({ expected }) => expected !== undefined).length;
  const right = findings.filter(isRight).length;
  const wrong = findings.filter(isWrong).length;
  return { stated, right, wrong, precision: right + wrong === 0 ? 1 : right / (right + wrong), recall: right / stated };
}

/** Returns one line for the findings as a whole, and one for each way and each field. */
export function linesOf(name: string, findings: readonly Finding[]): readonly string[] {
  const line = (label: string, all: readonly Finding[]): string => {
    const { stated, right, wrong, precision, recall } = scoreOf(all);
    return `${label.padEnd(28)} ${right} right, ${wrong} wrong of ${stated} stated; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
  };
  const ways = Map.groupBy(
    findings.filter(({ found }) => found !== undefined),
    ({ way }) => way,
  );
  const documents = new Set(findings.map(({ file }) => file)).size;
  return [
    line(`${name}, ${documents} documents`, findings),
    ...[...ways].map(([way, all]) => {
      const { right, wrong, precision } = scoreOf(all);
      return `  ${way.padEnd(26)} ${right} right, ${wrong} wrong; precision ${precision.toFixed(3)}`;
    }),
    ...fields.map((field) =>
      line(
        `  ${field}`,
        findings.filter((one) => one.field === field),
      ),
    ),
  ];
}
