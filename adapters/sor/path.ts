import { unsafeSegment } from '../../contract/values/path-segment.ts';
import { OutboundError } from './outbound-error.ts';

const maxLength = 4096;

/**
 * Returns a path unchanged after checking that it stays inside its origin. The path must be exactly what the WHATWG URL
 * parser makes of it. It therefore has no `.` or `..` segment in any encoding, no `//`, no backslash, no fragment, and
 * no character that must be encoded.
 * @throws OutboundError
 */
export const checkedPath = (path: string, origin: string): string => {
  const url = path.length <= maxLength ? URL.parse(path, origin) : null;
  const segments = (path.split('?', 1)[0] ?? '').split('/').slice(1);
  const empty = segments.slice(0, -1).includes('');
  const same = url !== null && url.origin === origin && url.pathname + url.search === path;
  if (!path.startsWith('/') || !same || empty || segments.some(unsafeSegment)) {
    throw new OutboundError(
      'outbound.path_refused',
      'the path is not in canonical form, so it could leave its origin or its resource',
      false,
    );
  }
  return path;
};
