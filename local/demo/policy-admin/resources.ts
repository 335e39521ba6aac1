import { jsonAnswer, problemAnswer, withHeaders, type AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import { shownChange } from './changes.ts';
import type { CredentialName } from './credentials.ts';
import type { ClaimDesk } from './change-claim.ts';
import { putLetter } from './put-letter.ts';
import { putReserve } from './put-reserve.ts';
import { readRecord, readReserve } from './reads.ts';

type Handler = (request: Arrived, desk: ClaimDesk) => AdminAnswer;

const readChange: Handler = ({ path }, { changes }) => {
  const change = changes.find(path.slice('/changes/'.length));
  return change === undefined
    ? problemAnswer(404, 'not_found', 'No change was applied under this reference.')
    : jsonAnswer(200, shownChange(change));
};

const id = '[A-Za-z0-9-]{1,64}';

/** Resources, each with its handlers. The write credential cannot read. */
const table: readonly { readonly path: RegExp; readonly GET?: Handler; readonly PUT?: Handler }[] = [
  { path: new RegExp(`^/(policies|claims|parties)/${id}$`), GET: (request, { store }) => readRecord(request, store) },
  {
    path: new RegExp(`^/claims/${id}/reserve$`),
    GET: (request, { store }) => readReserve(request, store),
    PUT: putReserve,
  },
  { path: new RegExp(`^/claims/${id}/letter$`), PUT: putLetter },
  { path: /^\/changes\/[\w.:-]{1,255}$/, GET: readChange },
];

const allowed = ({ GET, PUT }: (typeof table)[number]): string =>
  [...(GET === undefined ? [] : ['GET']), ...(PUT === undefined ? [] : ['PUT'])].join(', ');

/** Returns the handler of a request, or a refusal if the path, method or credential is wrong. */
export const routed = (request: Arrived, credential: CredentialName | undefined): Handler | AdminAnswer => {
  if (credential === undefined) {
    return withHeaders({ 'www-authenticate': 'Bearer' }, problemAnswer(401, 'unauthenticated', 'Send a bearer token.'));
  }
  const row = table.find(({ path }) => path.test(request.path));
  if (row === undefined) return problemAnswer(404, 'not_found', 'This path does not exist.');
  const handler = request.method === 'GET' ? row.GET : request.method === 'PUT' ? row.PUT : undefined;
  if (handler === undefined) {
    return withHeaders(
      { allow: allowed(row) },
      problemAnswer(
        405,
        'method_not_allowed',
        'The resource does not have this method. The header Allow lists its methods.',
      ),
    );
  }
  const needed = request.method === 'GET' ? 'read' : 'write';
  return credential === needed
    ? handler
    : problemAnswer(403, 'forbidden', `Only the ${needed} credential may do this.`);
};
