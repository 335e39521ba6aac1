import type { ContentArea } from '../../../contract/rows/content.ts';
import type { Attempt } from './attempt.ts';

interface Form {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Errors that only a request past its authorization gets. */
  readonly admitted?: readonly string[];
}

/** Each is harmless: nothing stands under the name, and a put is held against what is not there. */
const forms: Readonly<Record<'GetObject' | 'PutObject' | 'DeleteObject', Form>> = {
  GetObject: { method: 'GET', admitted: ['NoSuchKey'] },
  PutObject: { method: 'PUT', headers: { 'if-match': '"none"' }, admitted: ['NoSuchKey', 'PreconditionFailed'] },
  DeleteObject: { method: 'DELETE' },
};

/** Every way to read an area of the content store and to change it. @param nameOf a name of 64 hex digits, not in use */
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
