import { environment } from '../../contract/platform/environment.ts';
import { pageFolder } from '../functions/page-build.ts';
import type { Access } from './access.ts';
import type { Grant } from './store-grants.ts';

/** The value of `PAGE_SIGN_IN` if people sign in at the origin from which the page came, as in the local cloud. */
export const samePage = 'self';

/** The sign-in of people: the app client, the issuer of its tokens, and the origin of the hosted sign-in. */
export interface PageSignIn {
  readonly clientId: string;
  readonly issuer: string;
  readonly origin: string;
}

/** Tells the function that serves the page where people sign in. These values are public, so no permission is needed. */
export function pageGrant({ page }: Access, { clientId, issuer, origin }: PageSignIn): Grant {
  if (!page) return { statements: [], environment: {} };
  return {
    statements: [],
    environment: {
      [environment.pageDirectory]: pageFolder,
      [environment.pageClient]: clientId,
      [environment.pageIssuer]: issuer,
      [environment.pageSignIn]: origin,
    },
  };
}
