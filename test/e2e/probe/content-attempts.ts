import type { ContentArea } from '../../../contract/rows/content.ts';
import type { Attempt } from './attempt.ts';

interface Form {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Errors that only an authorized request gets. */
  readonly admitted?: readonly string[];
}

/** The requests to the content store. All are harmless: no object has the name, and a put has a condition that fails. */
const forms: Readonly<Record<'GetObject' | 'PutObject' | 'DeleteObject', Form>> = {
  GetObject: { method: 'GET', admitted: ['NoSuchKey'] },
  PutObject: { method: 'PUT', headers: { 'if-match': '"none"' }, admitted: ['NoSuchKey', 'PreconditionFailed'] },
  DeleteObject: { method: 'DELETE' },
};

/**
 * Lists every request that reads or changes an area of the content store.
 *
 * @param nameOf returns a new name of 64 hex digits
 */
export const contentAttempts = (area: ContentArea, bucket: string, nameOf: () => string): readonly Attempt[] =>
  Object.entries(forms).map(([name, { method, headers, admitted }]) => ({
    name: `${name} in ${area}`,
    resource: `${area}/`,
    needs: `${name} ${area}/`,
    writes: method !== 'GET',
    callFor: () => ({
      service: 's3',
      method,
      path: `/${bucket}/${area}/${nameOf()}`,
      ...(headers === undefined ? {} : { headers }),
    }),
    ...(admitted === undefined ? {} : { admitted }),
  }));
