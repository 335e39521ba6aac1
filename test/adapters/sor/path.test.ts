import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outboundPath } from '../../../adapters/sor/expand-path.ts';
import { checkedPath } from '../../../adapters/sor/path.ts';

const origin = 'https://sor.example.com';
const refusal = expect.objectContaining({ code: 'outbound.path_refused', sent: false });

const pathOrRefusal = (template: string, id: string): string | Error => {
  try {
    return checkedPath(outboundPath(template, { id }), origin);
  } catch (error) {
    return error instanceof Error ? error : new TypeError('no error was thrown');
  }
};

/** Returns where a path may lead if a peer decodes it zero to three times and then removes dot segments. */
const decodings = (path: string, rounds = 3): string[] => {
  const place = URL.parse(path, origin)?.pathname ?? '';
  try {
    return rounds === 0 ? [place] : [place, ...decodings(decodeURIComponent(path), rounds - 1)];
  } catch {
    return [place];
  }
};

describe('The path of a request', () => {
  it.each(['/', '/claims/CLM-2026-000045', '/claims/', '/claims/a%2Fb', '/claims?asOf=2026-01-01&x=//y', '/a/100%25'])(
    'The path %s stays below its origin and is sent unchanged',
    (path) => {
      expect(checkedPath(path, origin)).toBe(path);
    },
  );

  it.each([
    '',
    'claims',
    '*',
    'https://evil.example/',
    '//evil.example/claims',
    '/claims//1',
    '/\\evil.example',
    '\\\\evil.example',
    '/claims/..',
    '/claims/../admin',
    '/claims/./1',
    '/claims/%2e%2e/admin',
    '/claims/.%2E/admin',
    '/claims/%2e',
    '/claims/..%2Fadmin',
    '/claims/..%3fadmin',
    '/claims/..%23admin',
    '/claims/..%5cadmin',
    '/claims/%252e%252e/admin',
    '/claims/%25252e%25252e/admin',
    '/claims/..;a=b/admin',
    '/claims/%2e%2e%3bx/admin',
    '/claims/%00',
    '/claims/%0d%0aHost:x',
    '/claims/1\r\nX: y',
    '/claims/1\t',
    '/claims/1 HTTP/1.1',
    '/claims/ä',
    '/claims/%',
    '/claims/%zz',
    '/claims/%ff',
    '/claims#x',
    '/{id}',
    '/claims/%25252525252541',
    `/${'a'.repeat(5000)}`,
    '@evil.example/',
    ':8080/',
    '/\u0000',
  ])('The path %j could lead to another origin or place and is refused', (path) => {
    expect(() => checkedPath(path, origin)).toThrow(refusal);
  });
});

describe('The path template of a resource', () => {
  it('A path template takes each value as one percent-encoded segment', () => {
    const path = outboundPath('/claims/{id}/notes/{note}?by={by}', { id: "34 ABC/1'", note: 'şü', by: 'a&b=c#d' });
    expect(path).toBe('/claims/34%20ABC%2F1%27/notes/%C5%9F%C3%BC?by=a%26b%3Dc%23d');
    expect(checkedPath(path, origin)).toBe(path);
  });

  it.each(['', '.', '..', '..?', '..#x', '..;x', '%2e%2e', '../admin', 'a/../b', 'a\\..\\b', '..\\', '\ud800'])(
    'A path template refuses the value %j',
    (id) => {
      expect(() => checkedPath(outboundPath('/claims/{id}', { id }), origin)).toThrow(refusal);
    },
  );

  it.each([
    '/claims/{missing}',
    '/claims/{toString}',
    '/claims/{__proto__}',
    '/claims/{',
    '/claims/{1}',
    '/claims/{a-b}',
  ])('The path template %s is refused, because a placeholder has no value or is malformed', (template) => {
    expect(() => outboundPath(template, { id: 'x' })).toThrow(refusal);
  });

  it('The error of a path template names the placeholder and not the value', () => {
    expect(() => outboundPath('/claims/{id}', { id: '../4111-secret' })).toThrow(/^(?!.*4111).*\{id\}/);
  });

  const hostile = fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'f', ';', '\0', '?', '#', 'a') });

  it('For any value, a path template refuses it or keeps it below its prefix, however often a peer decodes the path', () => {
    const seen = { refused: 0, sent: 0 };
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostile), (id) => {
        const sent = pathOrRefusal('/claims/{id}/reserve', id);
        seen[sent instanceof Error ? 'refused' : 'sent'] += 1;
        const landed = sent instanceof Error ? [sent.name] : decodings(sent);
        expect(landed.filter((one) => one !== 'outbound.path_refused' && !one.startsWith('/claims/'))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(seen.refused, seen.sent)).toBeGreaterThan(50);
  });
});
