import * as z from 'zod';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import type { Evidence } from './evidence.ts';

const judged = z.object({ candidate: z.unknown() });
const judgement = z.object({ verdict: z.string() });

type Validation = NonNullable<ActionKind['validations']>[number];

/** The change that an Action would make, and the records on which it is based. */
interface Facts {
  readonly payload: unknown;
  readonly object: unknown;
  /** The other looked-up records by the names that the kind gives them. */
  readonly lookups: ReadonlyMap<string, { readonly object: unknown }>;
}

/**
 * Checks that the call cites every validation that the kind requires. The verdict of each validation must be one that
 * the kind accepts. The members that the kind binds must have the same values in the candidate as in the payload and in
 * the looked-up objects. So nobody can validate 1 000 and stage 90 000, or invent an old value.
 * @throws Failure `evidence.mismatch`
 */
export function mustBeValidated(kind: ActionKind, facts: Facts, evidence: readonly Evidence[]): void {
  for (const required of kind.validations ?? []) {
    const cited = evidence.filter(({ tool }) => tool === required.tool);
    if (cited.length === 0)
      throw unvalidated(`/evidence: a required validation is missing. Cite a call of ${required.tool}`);
    if (!cited.some((item) => holds(required, facts, item))) {
      throw unvalidated(
        `/evidence: no cited validation by ${required.tool} has an accepted verdict (${required.accepts.join(', ')}) for this payload, this target and the other records that the kind requires`,
      );
    }
  }
}

function holds({ accepts, binds }: Validation, facts: Facts, item: Evidence): boolean {
  const args = judged.safeParse(item.arguments);
  const result = judgement.safeParse(item.result);
  if (!args.success || !result.success) return false;
  if (!accepts.some((verdict) => verdict === result.data.verdict)) return false;
  return binds.every((bind) => same(valueAt(args.data.candidate, bind.candidate), factOf(bind, facts)));
}

function factOf(bind: Validation['binds'][number], { payload, object, lookups }: Facts): unknown {
  if ('payload' in bind) return valueAt(payload, bind.payload);
  return valueAt(bind.lookup === undefined ? object : lookups.get(bind.lookup)?.object, bind.object);
}

/** True if both values are present and equal. A member that is missing on both sides has not been validated. */
const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);

const unvalidated = (detail: string): Failure => new Failure('evidence.mismatch', detail, { pointer: '/evidence' });
