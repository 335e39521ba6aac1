import { hasDotSegment } from './dot-segment.ts';
import { OutboundError } from './outbound-error.ts';

const maxLength = 4096;

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const unsafe = (segment: string): boolean => {
  let text = decoded(segment);
  if (text === undefined) return true;
  for (let round = 0; round < 4; round += 1) {
    if (hasDotSegment(text) || control.test(text)) return true;
    const next = decoded(text);
    if (next === undefined || next === text) return false;
    text = next;
  }
  return true;
};

/**
 * A request target that stays inside its origin, returned as it came. It must be what the WHATWG URL parser makes of
 * it: no `.` or `..` segment in any encoding, no `//`, no backslash, no fragment, no raw character that wants encoding.
 */
export const checkedPath = (path: string, origin: string): string => {
  const url = path.length <= maxLength ? URL.parse(path, origin) : null;
  const segments = (path.split('?', 1)[0] ?? '').split('/').slice(1);
  const empty = segments.slice(0, -1).includes('');
  const same = url !== null && url.origin === origin && url.pathname + url.search === path;
  if (!path.startsWith('/') || !same || empty || control.test(path) || segments.some(unsafe)) {
    throw new OutboundError('outbound.path_refused', 'the path could leave its origin or place', false);
  }
  return path;
};
