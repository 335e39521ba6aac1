import * as z from 'zod';
import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { SourceException } from '../../contract/rows/located-text.ts';
import type { PageBox, ScannedPage } from '../../contract/rows/scanned-page.ts';
import { signedJson, type JsonService } from './signed-json.ts';

/** The pages that a reader of scans read, with the version of its model. */
export interface Scan {
  readonly model: string;
  readonly pages: readonly ScannedPage[];
}

/** Reads the scan that is stored as a source. @throws Failure `dependency.unavailable` if a later try may succeed */
export type ReadScan = (name: Hash) => Promise<Scan | SourceException>;

const textract: JsonService = {
  signingName: 'textract',
  prefix: 'Textract',
  endpointVariable: 'AWS_ENDPOINT_URL_TEXTRACT',
};

export interface Waiting {
  /** The time after which the job is left to a later try. A function has 28 s. */
  readonly forMillis: number;
  readonly betweenMillis: number;
}

/** The most words of a source. A text may not have more regions either. */
const maxWords = 200_000;
/** Errors that the file causes. Any other error, such as throttling, may be gone at the next try. */
const ofTheFile = new Set(['BadDocumentException', 'DocumentTooLargeException', 'UnsupportedDocumentException']);

const box = z
  .object({ Left: z.number(), Top: z.number(), Width: z.number(), Height: z.number() })
  .transform(({ Left, Top, Width, Height }): PageBox => ({ left: Left, top: Top, width: Width, height: Height }));
const block = z.object({
  BlockType: z.string(),
  Id: z.string(),
  Text: z.string().optional(),
  Confidence: z.number().min(0).max(100).optional(),
  Page: z.int().min(1).default(1),
  Geometry: z.object({ BoundingBox: box }).optional(),
  Relationships: z.array(z.object({ Type: z.string(), Ids: z.array(z.string()) })).optional(),
});
type Block = z.infer<typeof block>;
const started = z.object({ JobId: z.string().min(1) });
const got = z.object({
  JobStatus: z.enum(['IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'PARTIAL_SUCCESS']),
  Blocks: z.array(block).default([]),
  NextToken: z.string().optional(),
  DetectDocumentTextModelVersion: z.string().max(32).optional(),
});
type Got = z.infer<typeof got>;

/**
 * Reads scans with Amazon Textract (DetectText as a job, because only jobs read a PDF of several pages). Textract reads
 * the stored object with the rights of the caller. The token of the job is the name of the source, so a later try finds
 * the same job.
 */
export const textractReader =
  (
    bucket: () => string,
    { forMillis, betweenMillis }: Waiting = { forMillis: 15_000, betweenMillis: 1500 },
  ): ReadScan =>
  async (name) => {
    const begun = await call('StartDocumentTextDetection', {
      ClientRequestToken: name,
      DocumentLocation: { S3Object: { Bucket: bucket(), Name: `sources/${name}` } },
    });
    if ('kind' in begun) return begun;
    const { JobId } = parsed(started, begun.body);
    for (const end = Date.now() + forMillis; Date.now() < end;) {
      const first = await page(JobId);
      if ('kind' in first) return first;
      if (first.JobStatus !== 'IN_PROGRESS') return finished(JobId, first);
      await new Promise((resolve) => setTimeout(resolve, betweenMillis));
    }
    throw unavailable('Amazon Textract has not finished reading the scan yet');
  };

async function finished(jobId: string, first: Got): Promise<Scan | SourceException> {
  if (first.JobStatus !== 'SUCCEEDED') {
    const share = first.JobStatus === 'FAILED' ? 'could not read the file' : 'read only a part of the pages';
    return { kind: 'source.no_text', detail: `Amazon Textract ${share}` };
  }
  const blocks = [...first.Blocks];
  for (let { NextToken } = first; NextToken !== undefined;) {
    const next = await page(jobId, NextToken);
    if ('kind' in next) return next;
    blocks.push(...next.Blocks);
    if (blocks.length > 2 * maxWords)
      return { kind: 'source.too_large', detail: `the scan has more than ${maxWords} words` };
    ({ NextToken } = next);
  }
  return { model: first.DetectDocumentTextModelVersion ?? 'unknown', pages: pagesOf(blocks) };
}

async function page(jobId: string, token?: string): Promise<Got | SourceException> {
  const input = { JobId: jobId, MaxResults: 1000, ...(token === undefined ? {} : { NextToken: token }) };
  const answer = await call('GetDocumentTextDetection', input);
  return 'kind' in answer ? answer : parsed(got, answer.body);
}

/** Returns the words of each page. A word is in the line whose children it is among. */
function pagesOf(blocks: readonly Block[]): readonly ScannedPage[] {
  const lineOf = new Map(
    blocks.flatMap((line) =>
      line.BlockType === 'LINE'
        ? (line.Relationships ?? []).flatMap(({ Type, Ids }) =>
            Type === 'CHILD' ? Ids.map((id) => [id, line] as const) : [],
          )
        : [],
    ),
  );
  const pages = Map.groupBy(blocks, ({ Page }) => Page);
  return [...pages]
    .toSorted(([a], [b]) => a - b)
    .map(([number, all]) => ({
      number,
      words: all.flatMap(({ BlockType, Id, Text, Confidence = 0, Geometry }) => {
        if (BlockType !== 'WORD' || Text === undefined || Geometry === undefined) return [];
        const own = Geometry.BoundingBox;
        const line = lineOf.get(Id)?.Geometry?.BoundingBox ?? own;
        return [{ text: Text, confidence: Confidence / 100, box: own, line }];
      }),
    }));
}

async function call(
  operation: string,
  input: unknown,
): Promise<{ readonly body: unknown } | (SourceException & { readonly body?: never })> {
  let answer: Awaited<ReturnType<typeof signedJson>>;
  try {
    answer = await signedJson(textract, operation, input);
  } catch {
    throw unavailable('Amazon Textract did not answer');
  }
  if ('body' in answer) return answer;
  if (ofTheFile.has(answer.error))
    return { kind: 'source.no_text', detail: `Amazon Textract does not accept the file: ${answer.error}` };
  throw unavailable(`Amazon Textract answered ${answer.error}`);
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data } = schema.safeParse(body);
  if (data === undefined) throw unavailable('an answer of Amazon Textract cannot be read');
  return data;
}

const unavailable = (detail: string): Failure => new Failure('dependency.unavailable', detail);
