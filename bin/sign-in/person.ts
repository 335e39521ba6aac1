import * as z from 'zod';
import { UsageError } from '../../lib/usage-error.ts';
import { readDemo } from '../../local/demo/demo-file.ts';
import { tokenFor } from '../../local/demo/tokens.ts';
import type { SignedIn } from '../api/ask.ts';
import type { Given, Io, Options } from '../command.ts';
import { deployment } from '../objects/deployment.ts';
import { dataOutputs } from '../outputs-file.ts';
import { signInByPage, type SignInPlace } from './hosted-page.ts';
import { keepSession, keptSession } from './kept-session.ts';
import { openBrowser } from './open-browser.ts';

/** Options that select the deployment, and on the local cloud the person. */
export const personOptions = {
  as: { type: 'string', says: 'login of the running demo. On AWS, the person signs in by a page instead' },
  ...deployment,
} as const satisfies Options;

/** The environment variable with an access token that is used instead of a sign-in. */
const tokenVariable = 'LOGIC_PLANE_TOKEN';

/**
 * Signs in as a person, in the deployment that the command line selects: on the local cloud as the login that `--as` names,
 * and on AWS by the page of the user pool. A valid session of an earlier command is used again.
 * @throws UsageError, LocalFailure, MissingEnvironment
 */
export async function signedIn(given: Given, io: Pick<Io, 'err'>): Promise<SignedIn> {
  const { outputs, as } = given.options;
  if (typeof outputs === 'string') return atStage(given, outputs, io);
  const demo = readDemo();
  if (typeof as === 'string') return { apiUrl: demo.apiUrl, token: await tokenFor(demo, as) };
  throw new UsageError(
    `the login is missing. On the local cloud, use --as with one of these logins: ${Object.keys(demo.logins).join(', ')}. For a deployment on AWS, use --outputs FILE`,
  );
}

async function atStage(given: Given, outputs: string, io: Pick<Io, 'err'>): Promise<SignedIn> {
  if (given.options['as'] !== undefined)
    throw new UsageError('--as is only for the local cloud. Leave it out: on AWS you sign in by a page');
  const { apiUrl, place } = stageOf(given, outputs);
  const token = process.env[tokenVariable];
  if (token !== undefined && token !== '') return { apiUrl, token };
  const kept = keptSession(place.clientId, Date.now());
  if (kept) return { apiUrl, token: kept.token };
  const session = await signInByPage(place, (url) => {
    io.err(`Sign in at this page:\n${url}\n`);
    openBrowser(url);
  });
  keepSession(place.clientId, session);
  return { apiUrl, token: session.token };
}

const known = z.record(z.string(), z.unknown()).default({});
const named = z.object({
  ApiUrl: z.url(),
  CliClientId: z.string().min(1),
  TokenEndpoint: z.url().endsWith('/oauth2/token'),
});

/** Reads the API and the user pool of a stage from the file that `cdk deploy --outputs-file` wrote. @throws UsageError */
export function stageOf(
  given: Pick<Given, 'options' | 'tenant'>,
  file: string,
): { readonly apiUrl: string; readonly place: SignInPlace } {
  const { stack, outputs, plane } = dataOutputs(file, given);
  const { data } = named.safeParse({ ...known.parse(outputs), ...known.parse(plane) });
  if (!data)
    throw new UsageError(
      `${file} lacks one of the outputs ${Object.keys(named.shape).join(', ')} of the stack ${stack} and of the one with the API. Check --tenant and --stage, or deploy again with --outputs-file`,
    );
  const { ApiUrl, CliClientId: clientId, TokenEndpoint: tokenUrl } = data;
  return { apiUrl: ApiUrl, place: { authorizeUrl: tokenUrl.replace(/token$/, 'authorize'), tokenUrl, clientId } };
}
