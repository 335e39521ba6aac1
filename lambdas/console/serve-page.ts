import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { PageFile } from '../../adapters/page/page-files.ts';
import { pageHeaders } from './page-headers.ts';

export interface Page {
  /** The files of the page by name. `index.html` is one of them. */
  readonly files: ReadonlyMap<string, PageFile>;
  readonly tenant: string;
  readonly stage: string;
  /** `origin` is the origin of the sign-in, or `self` if it is the origin of the page. */
  readonly signIn: { readonly clientId: string; readonly issuer: string; readonly origin: string };
}

type Handler = (
  event: Pick<APIGatewayProxyEventV2, 'rawPath' | 'pathParameters' | 'headers'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Name of the file that tells the page where people sign in. */
const settingsFile = 'settings.json';

/**
 * Returns the handler that serves the page. `GET /console/` is the page, and `GET /console/<name>` is one of its files.
 * `GET /console` is redirected to `console/`, because the page uses relative addresses. Nothing here depends on the
 * caller, so no token is needed and no event is recorded.
 */
export function servePage(page: Page): Handler {
  const headers = pageHeaders(page.signIn.origin);
  const { tenant, stage, signIn } = page;
  const settings = JSON.stringify({ tenant, stage, ...signIn });
  return async ({ rawPath, pathParameters, headers: sent }) => {
    if (rawPath.endsWith('/console')) return { statusCode: 308, headers: { ...headers, location: 'console/' } };
    const name = pathParameters?.['file'] || 'index.html';
    if (name === settingsFile)
      return {
        statusCode: 200,
        headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' },
        body: settings,
      };
    const file = page.files.get(name);
    if (file === undefined)
      return {
        statusCode: 404,
        headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
        body: 'The page has no file with this name. Open /console/ and reload it.\n',
      };
    return answerWith(file, {
      ...headers,
      'content-type': mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // The name of every other file contains a hash of its content, so the file never changes.
      'cache-control': name === 'index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(acceptsGzip(sent) ? { 'content-encoding': 'gzip' } : {}),
    });
  };
}

function answerWith(file: PageFile, headers: Readonly<Record<string, string>>): APIGatewayProxyStructuredResultV2 {
  const bytes = 'content-encoding' in headers ? file.gzip : file.bytes;
  return {
    statusCode: 200,
    headers: { ...headers },
    isBase64Encoded: true,
    body: Buffer.from(bytes).toString('base64'),
  };
}

/** Returns whether the browser accepts gzip (RFC 9110, 12.5.3). A weight of 0 means that it does not. */
const acceptsGzip = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  (headers['accept-encoding'] ?? '').split(',').some((coding) => {
    const [name = '', weight = 'q=1'] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && Number(weight.replace('q=', '')) > 0;
  });
