import * as z from 'zod';
import type { Box } from './matrix.ts';
import type { PdfRun } from './runs.ts';

const widget = z.object({
  subtype: z.string().optional(),
  fieldType: z.string().nullish(),
  fieldName: z.string().optional(),
  fieldValue: z.unknown().optional(),
  contentsObj: z.object({ str: z.string() }).optional(),
  rect: z.array(z.number()).length(4),
  annotationFlags: z.number().optional(),
  hidden: z.boolean().optional(),
  password: z.boolean().optional(),
  checkBox: z.boolean().optional(),
  radioButton: z.boolean().optional(),
  pushButton: z.boolean().optional(),
  buttonValue: z.unknown().optional(),
  exportValue: z.unknown().optional(),
  options: z.array(z.object({ exportValue: z.unknown(), displayValue: z.unknown() })).optional(),
  defaultAppearanceData: z.object({ fontSize: z.number() }).optional(),
});
type Widget = z.infer<typeof widget>;

/** The flags invisible, hidden and no-view of an annotation (ISO 32000-1, table 165). */
const unseenFlags = 1 | 2 | 32;

export interface FilledIn {
  readonly name: string;
  readonly box: Box;
  readonly run: PdfRun;
}

/**
 * Returns what a person filled in: the values of form fields, and text that was typed onto the page. A check box is
 * `[x]` or `[ ]`.
 */
export function filledInPdf(annotations: readonly unknown[]): readonly FilledIn[] {
  return annotations.flatMap((annotation, i): readonly FilledIn[] => {
    const { data } = widget.safeParse(annotation);
    if (!data || data.hidden || ((data.annotationFlags ?? 0) & unseenFlags) !== 0) return [];
    const lines = textOf(data)
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const [left = 0, bottom = 0, right = 0, top = 0] = data.rect;
    const box: Box = [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
    const name = (data.fieldName ?? `annotation ${i + 1}`).slice(0, 200);
    return lines.map((text, line) => ({
      name,
      box,
      run: runOf({ text, field: name }, box, {
        line,
        of: lines.length,
        size: data.defaultAppearanceData?.fontSize ?? 0,
      }),
    }));
  });
}

function textOf({ subtype, fieldType, fieldValue, contentsObj, password, ...more }: Widget): string {
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  if (subtype !== 'Widget' || password) return '';
  if (fieldType === 'Tx') return typeof fieldValue === 'string' ? fieldValue : '';
  if (fieldType === 'Ch') return choiceOf(fieldValue, more.options);
  if (fieldType !== 'Btn' || more.pushButton) return '';
  const own = more.checkBox ? more.exportValue : more.buttonValue;
  return fieldValue !== undefined && fieldValue !== null && fieldValue !== 'Off' && fieldValue === own ? '[x]' : '[ ]';
}

function choiceOf(value: unknown, options: Widget['options']): string {
  const chosen = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return chosen
    .map((one) => options?.find(({ exportValue }) => exportValue === one)?.displayValue ?? one)
    .filter((one) => typeof one === 'string')
    .join(', ');
}

/** Places a value as if it were drawn in its field: one line in the middle, several lines from the top. */
function runOf(
  { text, field }: { readonly text: string; readonly field: string },
  [left, bottom, right, top]: Box,
  { line, of, size }: { line: number; of: number; size: number },
): PdfRun {
  const room = (top - bottom) / of;
  const height = Math.max(1, Math.min(size > 0 ? size : 12, room * 0.8));
  const y = top - room * (line + 0.5) - height * 0.3;
  return {
    text,
    x: left + 2,
    y,
    width: Math.max(1, Math.min(right - left - 4, text.length * height * 0.5)),
    height,
    turned: 0,
    seen: true,
    field,
  };
}
