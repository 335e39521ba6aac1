import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { answerIn, answerOf } from '../../../../adapters/located-text/reader/frames.ts';
import { locateInProcess, type ProcessLimits } from '../../../../adapters/located-text/reader/in-process.ts';
import { locateSource } from '../../../../adapters/located-text/locate.ts';
import { sourceTextLimits } from '../../../../contract/platform/limits.ts';
import { nestedFlatePdf } from '../../../support/documents/hostile-pdf.ts';

const hash = 'a'.repeat(64);
const folder = mkdtempSync(join(tmpdir(), 'reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

const child = new URL('child.ts', import.meta.url);
let count = 0;
function moduleOf(body: string): URL {
  const file = join(folder, `${(count += 1)}.mjs`);
  writeFileSync(file, body);
  return pathToFileURL(file);
}
const run = (body: string | URL, limits: Partial<ProcessLimits> = {}) =>
  locateInProcess(typeof body === 'string' ? moduleOf(body) : body, { ...sourceTextLimits, ...limits });
const x = Buffer.from('x');

describe('The process that reads a source', () => {
  it('The reader process returns the located text and the attachments, or the kind of the exception', async () => {
    const reader = run(child);
    const { text } = await locateSource(Buffer.from('Merhaba'), hash, 'text/plain');
    expect(await reader(Buffer.from('Merhaba'), hash, 'text/plain')).toEqual({ text, parts: [] });
    expect(await reader(x, hash, 'application/pdf')).toMatchObject({ kind: 'source.media_type_mismatch' });
    const mail = 'From: a@b.c\nContent-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment\n\nbytes\n';
    expect(await reader(Buffer.from(mail), hash, 'message/rfc822')).toMatchObject({
      parts: [{ name: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(Buffer.from('bytes\n')) }],
    });
  });

  it('If the reader process exceeds its time, it is ended and the source is refused with source.time_limit', async () => {
    const outcome = await run('setTimeout(() => {}, 1e6)', { timeMillis: 500 })(x, hash, 'text/plain');
    expect(outcome).toEqual({ kind: 'source.time_limit', detail: 'reading the file takes longer than 0.5 s' });
  });

  it('If the heap of the reader process is full, the process ends and the source is refused with source.too_large', async () => {
    const eater = 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));';
    expect(await run(eater, { heapMegabytes: 32 })(x, hash, 'text/plain')).toMatchObject({ kind: 'source.too_large' });
  });

  it('If the reader process fills its memory with buffers outside the heap, the source is refused with source.too_large', async () => {
    const eater = 'const all = []; for (;;) all.push(Buffer.alloc(16 << 20, 1));';
    const outcome = await run(eater, { memoryMegabytes: 256 })(x, hash, 'text/plain');
    expect(outcome).toMatchObject({ kind: 'source.too_large' });
  });

  it.runIf(process.platform === 'linux')(
    'If the reader process keeps its processor busy until its time is up, the source is refused with source.time_limit',
    async () => {
      const { timeMillis: _, ...rest } = sourceTextLimits;
      const spawned = locateInProcess(moduleOf('for (;;);'), { ...rest, timeMillis: 1000 });
      expect(await spawned(x, hash, 'text/plain')).toMatchObject({ kind: 'source.time_limit' });
    },
  );

  it.each([
    ['exits', 'process.exit(7)', 'exit code 7'],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', 'SIGKILL'],
    ['ends without an answer', '', 'exit code 0'],
    [
      'ends in the middle of its answer',
      'import { writeSync } from "node:fs"; writeSync(3, Buffer.from([9, 0, 0, 0, 123]))',
      'exit code 0',
    ],
  ])('If the reader process %s, the outcome is `died` and no text is returned', async (_, body, detail) => {
    expect(await run(body)(x, hash, 'text/plain')).toEqual({ kind: 'died', detail });
  });

  it("The reader process gets no secret from its parent's environment, and may not write a file or start a process", async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = 'not-for-the-reader';
    const told = async (body: string): Promise<string> => {
      const answer = `writeSync(3, Buffer.from(new Uint32Array([json.length]).buffer)); writeSync(3, json);`;
      const outcome = await run(
        `import { writeSync, writeFileSync } from 'node:fs'; import { execFileSync } from 'node:child_process';
        let detail; try { detail = String(${body}) } catch (error) { detail = error.code }
        const json = Buffer.from(JSON.stringify({ kind: 'source.corrupt', detail })); ${answer}`,
      )(x, hash, 'text/plain');
      return 'detail' in outcome ? outcome.detail : 'located';
    };
    const variables = (await told('Object.keys(process.env)')).split(',');
    expect(variables.filter((name) => /AWS|SECRET|TOKEN/.test(name))).toEqual([]);
    expect(variables).toContain('LOCATED_TEXT_READER');
    expect(await told(`writeFileSync(${JSON.stringify(join(folder, 'written'))}, 'x')`)).toBe('ERR_ACCESS_DENIED');
    expect(await told(`execFileSync('/bin/true')`)).toBe('ERR_ACCESS_DENIED');
    expect(readdirSync(folder)).not.toContain('written');
  });

  it('If a PDF of a few KB has a stream that unpacks to more than 64 MB, the source is refused with source.bomb', async () => {
    const pdf = nestedFlatePdf();
    expect(pdf.byteLength).toBeLessThan(8 * 1024);
    expect(await run(child)(pdf, hash, 'application/pdf')).toMatchObject({ kind: 'source.bomb' });
  });
});

describe('The answer of the reader process', () => {
  const part = { name: 'a', mediaType: 'text/plain', bytes: new Uint8Array([1, 2, 3]) };

  it('If the answer of the reader process is cut off at any byte, it is not read as an answer', async () => {
    const { text } = await locateSource(x, hash, 'text/plain');
    const whole = answerOf({ text, parts: [part, part] });
    expect(answerIn(whole)).toEqual({ text, parts: [part, part] });
    for (const length of [0, 3, 4, 5, whole.byteLength - 1]) {
      const read = ((): unknown => {
        try {
          return answerIn(whole.subarray(0, length));
        } catch {
          return undefined;
        }
      })();
      expect(read).toBeUndefined();
    }
  });
});
