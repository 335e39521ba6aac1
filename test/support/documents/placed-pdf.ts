/** Text at a place of the page, in Latin letters: `[x, y, text]`, points from the lower left. */
export type Placed = readonly [x: number, y: number, text: string];

/** A PDF of one page whose strings are drawn where they are placed, in the order given, in Helvetica of 12 points. */
export function placedPdf(strings: readonly Placed[]): Uint8Array {
  const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);
  const stream = strings.map(([x, y, text]) => `BT /F 12 Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
