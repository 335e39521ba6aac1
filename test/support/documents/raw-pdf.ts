/** Writes a stream object with its length. @param more additional entries of its dictionary */
export const streamObject = (content: Uint8Array | string, more = ''): string => {
  const bytes = Buffer.from(content as Uint8Array);
  return `<< /Length ${bytes.byteLength} ${more} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
};

/** Assembles a PDF from its objects, numbered from 1. The first one is the catalog. */
export function assembledPdf(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
