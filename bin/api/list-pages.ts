import * as z from 'zod';
import { ask, type ApiRequest, type SignedIn } from './ask.ts';

/** The rows of a list, and whether more of them follow. */
export interface ListedRows<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}

const pageRows = 100;

/** Reads pages of a list until there are `most` rows, or no more. */
export async function listPages<Row>(
  signedIn: SignedIn,
  { path, query = {} }: ApiRequest,
  { member, row, most }: { readonly member: string; readonly row: z.ZodType<Row>; readonly most: number },
): Promise<ListedRows<Row>> {
  const page = z.looseObject({ [member]: z.array(row), cursor: z.string().optional() });
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const limit = String(Math.min(pageRows, most - rows.length));
    const answer = page.parse(await ask(signedIn, { path, query: { ...query, limit, ...(cursor && { cursor }) } }));
    rows.push(...(answer[member] as readonly Row[]));
    cursor = answer.cursor as string | undefined;
  } while (cursor !== undefined && rows.length < most);
  return { rows, more: cursor !== undefined };
}
