import type { getDocumentProxy } from 'unpdf';
import { filledInPdf, type FilledIn } from './form.ts';
import { drawn, type Font, type PageFacts } from './glyphs.ts';
import { laidOut, type Laid } from './layout.ts';
import type { Box } from './matrix.ts';
import type { Operator } from './operators.ts';
import { runsOf, type PdfRun } from './runs.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<PdfDocument['getPage']>>;

export interface PageText extends Laid {
  /** The text that a person cannot see, line by line. */
  readonly unseen: string;
}

export interface DocumentFacts extends Pick<PageFacts, 'pictureCovers' | 'isOn'> {
  readonly names: ReadonlyMap<number, Operator>;
}

/** Reads a page: the text that it shows, the values that were filled in, and the text that a person cannot see. */
export async function pageText(page: Page, facts: DocumentFacts): Promise<PageText> {
  // The appearance of annotations is not drawn, because it may differ from their values. The values are read as data.
  const operators = await page.getOperatorList({ annotationMode: 0 });
  const view = page.view as unknown as Box;
  const runs = runsOf(drawn(operators, { ...facts, view, fontOf: (name) => fontOf(page, name) }));
  const forms = filledInPdf(await page.getAnnotations({ intent: 'any' }));
  page.cleanup();
  const seen = runs.filter((run) => run.seen).map((run) => ofField(run, forms));
  return {
    ...laidOut([...seen.filter((run) => !says(run, forms)), ...forms.map(({ run }) => run)]),
    unseen: laidOut(runs.filter((run) => !run.seen)).text,
  };
}

function fontOf(page: Page, name: string): Font | undefined {
  const objects = page.commonObjs as { has(id: string): boolean; get(id: string): Font };
  return objects.has(name) ? objects.get(name) : undefined;
}

/**
 * If a run of the page lies inside a filled-in field, marks the run with the name of the field, so that the text on the
 * page and the value can be compared.
 */
function ofField(run: PdfRun, forms: readonly FilledIn[]): PdfRun {
  const [x, y] = [run.x + run.width / 2, run.y + run.height * 0.3];
  const form =
    run.turned === 0 ? forms.find(({ box: [l, b, r, t] }) => l <= x && x <= r && b <= y && y <= t) : undefined;
  return form ? { ...run, field: form.name } : run;
}

/** True if a run inside a field has the same text as the field's value. */
const says = (run: PdfRun, forms: readonly FilledIn[]): boolean =>
  run.field !== undefined && forms.some(({ name, run: own }) => name === run.field && own.text === run.text.trim());
