import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { projectRoot } from '../../cloud/paths.ts';
import * as answers from './answers.ts';
import { agent } from './cast.ts';
import type { Dispatch } from './dispatch.ts';
import type { Traveller } from './step.ts';
import type { Until } from './until.ts';

const documents = join(projectRoot, 'tenants', 'demo', 'documents');

/** Values that were extracted from the two documents, with the passages that prove them. */
export interface Received {
  readonly lossDate: string;
  readonly policyId: string;
  readonly invoice: { readonly arguments: unknown; readonly answer: z.infer<typeof answers.moneyExtracted> };
  /** Date of issue of the invoice. */
  readonly issued: { readonly arguments: unknown; readonly answer: z.infer<typeof answers.textExtracted> };
}

/** Sends the loss notice and the garage's invoice, and extracts their values. */
export async function receive(at: Traveller, until: Until, dispatch: Dispatch): Promise<Received> {
  const notice = await send(at, until, {
    name: 'send the loss notice',
    file: 'loss-notice.eml',
    mediaType: 'message/rfc822',
  });
  const invoice = await send(at, until, {
    name: 'send the garage’s invoice',
    file: 'garage-invoice.pdf',
    mediaType: 'application/pdf',
  });
  const policy = await at.ask(
    dispatch('extract the policy', 'extraction/tool.notice.extract-policy', { source: notice }),
    answers.textExtracted,
    ({ result }) => `${result.value}, as “${result.evidence.quote}”`,
  );
  const date = await at.ask(
    dispatch('extract the loss date', 'extraction/tool.notice.extract-loss-date', { source: notice }),
    answers.textExtracted,
    ({ result }) => `${result.value}, as “${result.evidence.quote}”`,
  );
  const args = { source: invoice };
  const answer = await at.ask(
    dispatch('extract the total', 'extraction/tool.invoice.extract-total', args),
    answers.moneyExtracted,
    ({ result }) => `${result.value.amount} ${result.value.currency}, as “${result.evidence.quote}”`,
  );
  const issued = await at.ask(
    dispatch('extract the invoice’s date', 'extraction/tool.invoice.extract-date', args),
    answers.textExtracted,
    ({ result }) => `${result.value}, as “${result.evidence.quote}”`,
  );
  return {
    lossDate: date.result.value,
    policyId: policy.result.value,
    invoice: { arguments: args, answer },
    issued: { arguments: args, answer: issued },
  };
}

interface Document {
  /** Name of the step. */
  readonly name: string;
  readonly file: string;
  readonly mediaType: string;
}

async function send(at: Traveller, until: Until, { name, file, mediaType }: Document): Promise<string> {
  const contentBase64 = readFileSync(join(documents, file)).toString('base64');
  const body = { mediaType, contentBase64 };
  const { source } = await at.ask(
    { name, who: agent, method: 'POST', path: '/v1/sources', expects: 201, body },
    answers.sourceSent,
    (sent) => `${sent.source.slice(0, 13)}… is ${sent.state}`,
  );
  await until(`the text of ${file}`, async () => {
    const { body: read } = await at.call({ who: agent, method: 'GET', path: `/v1/sources/${source}` });
    return answers.sourceRead.safeParse(read).data?.state === 'located';
  });
  return source;
}
