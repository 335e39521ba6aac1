import { Failure } from '../../contract/failures.ts';
import { internalTarget, type Objects } from '../../contract/rows/objects.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import type { Request, Response } from './internal-schema.ts';

/** RFC 3339 with an offset. Without an offset, a time does not name an instant. */
const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a live object, current or as of `asOf`, with its own markings and version.
 * @throws Failure `request.invalid` (asOf), `dependency.unavailable`
 */
export async function lookUpObject(
  { args, type }: { readonly args: Request; readonly type: string },
  call: Pick<CallFacts, 'atMillis'>,
  objects: Pick<Objects, 'get'>,
): Promise<Product<Response, never>> {
  const asOf = instantOf(args.asOf, call.atMillis);
  const source = { sor: internalTarget, resource: type, identifier: args.identifier };
  const object = await objects.get(type, args.identifier, asOf);
  if (!object) {
    return {
      result: { status: 'not_found', source },
      exceptions: [{ kind: 'lookup.not_found', detail: 'no live object has this type and id' }],
    };
  }
  const sourceVersion = String(object.version);
  return {
    result: { status: 'found', object: object.value, sourceVersion, source },
    markings: object.markings,
    pins: { [`${internalTarget}/${type}`]: sourceVersion },
  };
}

/**
 * Parses `asOf`. A future instant is refused, because the same question could have another answer later.
 * @throws Failure `request.invalid`
 */
function instantOf(asOf: string | undefined, nowMillis: number): string | undefined {
  if (asOf === undefined) return undefined;
  const millis = instantForm.test(asOf) ? Date.parse(asOf) : Number.NaN;
  if (Number.isNaN(millis)) throw refused('must be an instant such as 2026-03-01T09:00:00Z');
  if (millis > nowMillis) throw refused('must not be in the future. Leave it out to read the current state');
  return new Date(millis).toISOString();
}

const refused = (detail: string): Failure => new Failure('request.invalid', `/asOf: ${detail}`, { pointer: '/asOf' });
