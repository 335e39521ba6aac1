import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { textractReader } from '../../../adapters/aws/textract.ts';
import { locatedScan } from '../../../adapters/located-text/scan/located-scan.ts';
import { Failure } from '../../../contract/failures.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { blocksOf, finishedJob, type Line } from '../../support/textract-server/blocks.ts';
import { secret, startTextractServer, type TextractServer } from '../../support/textract-server/textract-server.ts';
import { byLabel, extractFrom } from '../../patterns/extraction/located.ts';

let server: TextractServer;
const name = 'a'.repeat(64);
const read = textractReader(() => 'the-bucket', { forMillis: 2000, betweenMillis: 1 });

beforeAll(async () => {
  server = await startTextractServer();
});
afterAll(() => server.close());
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  vi.stubEnv('AWS_SESSION_TOKEN', 'a session');
  vi.stubEnv('AWS_ENDPOINT_URL_TEXTRACT', server.url);
  server.script('StartDocumentTextDetection', { body: { JobId: 'job-1' } });
});
afterEach(() => vi.unstubAllEnvs());

const invoice: readonly Line[] = [
  {
    top: 0.1,
    words: [
      { text: 'Rechnung', left: 0.1, width: 0.1 },
      { text: 'RE-17', left: 0.6, width: 0.06 },
    ],
  },
  {
    top: 0.2,
    words: [
      { text: 'Gesamtbetrag', left: 0.1, width: 0.13 },
      { text: '1.190,00', left: 0.6, width: 0.08, confidence: 80 },
      { text: 'EUR', left: 0.69, width: 0.04 },
    ],
  },
];

describe('Reading a scan with Amazon Textract', () => {
  it('The reader starts a job for the stored object, waits for it, and returns every page of its answer', async () => {
    server.script(
      'GetDocumentTextDetection',
      { body: { JobStatus: 'IN_PROGRESS' } },
      { body: finishedJob(blocksOf(1, invoice), { NextToken: 'more' }) },
      { body: finishedJob(blocksOf(2, [{ top: 0.1, words: [{ text: 'Seite', left: 0.1, width: 0.05 }] }])) },
    );
    const before = server.requests.length;
    const scan = await read(name);
    expect(server.requests.slice(before)).toEqual([
      {
        operation: 'StartDocumentTextDetection',
        input: {
          ClientRequestToken: name,
          DocumentLocation: { S3Object: { Bucket: 'the-bucket', Name: `sources/${name}` } },
        },
      },
      { operation: 'GetDocumentTextDetection', input: { JobId: 'job-1', MaxResults: 1000 } },
      { operation: 'GetDocumentTextDetection', input: { JobId: 'job-1', MaxResults: 1000 } },
      { operation: 'GetDocumentTextDetection', input: { JobId: 'job-1', MaxResults: 1000, NextToken: 'more' } },
    ]);
    expect(scan).toMatchObject({ model: '1.0', pages: [{ number: 1 }, { number: 2, words: [{ text: 'Seite' }] }] });
  });

  it.each([
    [
      'refuses the file',
      { error: 'UnsupportedDocumentException', status: 400 },
      'Amazon Textract does not accept the file: UnsupportedDocumentException',
    ],
    [
      'refuses the file with a namespace before the name',
      { error: 'com.amazon#BadDocumentException', status: 400 },
      'Amazon Textract does not accept the file: BadDocumentException',
    ],
  ] as const)('If Textract %s, the source is refused with source.no_text', async (_, turn, detail) => {
    server.script('StartDocumentTextDetection', turn);
    expect(await read(name)).toEqual({ kind: 'source.no_text', detail });
  });

  it.each([
    ['FAILED', 'Amazon Textract could not read the file'],
    ['PARTIAL_SUCCESS', 'Amazon Textract read only a part of the pages'],
  ])('If the job ends as %s, the source is refused with source.no_text', async (JobStatus, detail) => {
    server.script('GetDocumentTextDetection', {
      body: { JobStatus, StatusMessage: 'a value', Blocks: blocksOf(1, invoice) },
    });
    expect(await read(name)).toEqual({ kind: 'source.no_text', detail });
  });

  it.each([
    ['is throttled', { error: 'ThrottlingException', status: 400 }],
    ['has no right', { error: 'AccessDeniedException', status: 400 }],
    ['fails', { error: 'InternalServerError', status: 500 }],
    ['gets an answer that it cannot read', { body: { Job: 1 } }],
  ] as const)('If the reader %s, the error is retryable and quotes nothing of the document', async (_, turn) => {
    server.script('StartDocumentTextDetection', turn);
    const error = await read(name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 'dependency.unavailable' });
    expect(String(error)).not.toContain('a value of the document');
  });

  it('If the job is not finished in time, the error is retryable, and a later try finds the same job by its token', async () => {
    server.script('GetDocumentTextDetection', { body: { JobStatus: 'IN_PROGRESS' } });
    const impatient = textractReader(() => 'the-bucket', { forMillis: 20, betweenMillis: 5 });
    await expect(impatient(name)).rejects.toMatchObject({ code: 'dependency.unavailable' });
  });
});

describe('The located text of a scan', () => {
  const scanned = async (lines: readonly Line[]): Promise<LocatedText> => {
    server.script('GetDocumentTextDetection', { body: finishedJob(blocksOf(1, lines)) });
    const scan = await read(name);
    if ('kind' in scan) throw new Error(scan.detail);
    const text = locatedScan({ sourceHash: name, mediaType: 'application/pdf', ...scan });
    if ('kind' in text) throw new Error(text.detail);
    return text;
  };

  it('Words are read in lines and columns, and each has its page, its box and its confidence', async () => {
    const { text, words = [], regions, extractor, extractorVersion } = await scanned(invoice);
    expect(text).toBe('Rechnung\tRE-17\nGesamtbetrag\t1.190,00 EUR\n\n');
    expect([extractor, extractorVersion]).toEqual(['textract', '1+1.0']);
    expect(regions).toEqual([{ kind: 'page', name: '1', start: 0, end: text.length - 2 }]);
    const amount = words.find(({ start, end }) => text.slice(start, end) === '1.190,00');
    expect(amount).toMatchObject({
      page: 1,
      confidence: 0.8,
      box: { left: 0.6, top: 0.202, width: 0.08, height: 0.011 },
    });
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Rechnung',
      'RE-17',
      'Gesamtbetrag',
      '1.190,00',
      'EUR',
    ]);
  });

  it('The confidence of a value is that of its finder times the lowest confidence of its words', async () => {
    const type = { kind: 'money' as const, currencies: ['EUR'] };
    const { result } = await extractFrom(await scanned(invoice), {
      type,
      find: [byLabel('Gesamtbetrag')],
      notations: ['de-DE'],
    });
    expect(result).toMatchObject({
      value: { amount: '1190.00' },
      confidence: 0.76,
      evidence: { quote: '1.190,00 EUR', extractor: 'textract' },
    });
  });

  it('A low word beside a high word of the same line is not a raised mark', async () => {
    const line = {
      top: 0.2,
      words: [
        { text: 'Betrag(EUR)', left: 0.1, width: 0.1 },
        { text: '12', left: 0.203, width: 0.02 },
      ],
    };
    expect((await scanned([line])).regions.map(({ kind }) => kind)).toEqual(['page']);
  });

  it('A scan without words is refused with source.no_text', () => {
    const empty = locatedScan({
      sourceHash: name,
      mediaType: 'application/pdf',
      model: '1.0',
      pages: [{ number: 1, words: [] }],
    });
    expect(empty).toEqual({ kind: 'source.no_text', detail: 'Amazon Textract found no text in the file either' });
  });
});
