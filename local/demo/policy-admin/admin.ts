import { jsonAnswer, problemAnswer, withHeaders, type AdminAnswer } from './answer.ts';
import type { Arrived } from './arrived.ts';
import type { CredentialName } from './credentials.ts';
import type { Journal } from './journal.ts';
import type { AdminStore } from './store.ts';
import type { Switches } from './switches.ts';
import { touch } from './touch.ts';

export interface AdminDesk {
  readonly journal: Journal;
  readonly store: AdminStore;
  readonly switches: Switches;
}

const shownJournal = ({ query }: Arrived, journal: Journal): AdminAnswer => {
  const ref = query.get('ref');
  const path = query.get('path');
  if (ref === null && path === null) return jsonAnswer(200, journal.totals());
  return jsonAnswer(200, journal.show({ ...(ref === null ? {} : { ref }), ...(path === null ? {} : { path }) }));
};

const setSwitches = ({ body }: Arrived, switches: Switches): AdminAnswer =>
  switches.set(body)
    ? jsonAnswer(200, switches.state())
    : problemAnswer(400, 'invalid_switches', 'The body must be an object of known switches with allowed values.');

/** Handles the paths that begin with an underscore. Only tests and the demo use them, never the platform. */
export const admin = (request: Arrived, credential: CredentialName | undefined, desk: AdminDesk): AdminAnswer => {
  if (credential === undefined) {
    return withHeaders({ 'www-authenticate': 'Bearer' }, problemAnswer(401, 'unauthenticated', 'Send a bearer token.'));
  }
  if (credential !== 'admin') return problemAnswer(403, 'forbidden', 'Only the admin credential may do this.');
  const touched = /^\/_touch(\/.+)$/.exec(request.path)?.[1];
  if (request.method === 'POST' && touched !== undefined) return touch(touched, request.body, desk.store);
  switch (`${request.method} ${request.path}`) {
    case 'GET /_journal':
      return shownJournal(request, desk.journal);
    case 'GET /_switches':
      return jsonAnswer(200, desk.switches.state());
    case 'POST /_switches':
      return setSwitches(request, desk.switches);
    case 'DELETE /_switches':
      desk.switches.reset();
      return jsonAnswer(200, desk.switches.state());
    default:
      return problemAnswer(404, 'not_found', 'This path does not exist.');
  }
};
