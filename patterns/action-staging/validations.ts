import * as z from 'zod';
import type { ActionKind } from '../../contract/artefacts/action-kind.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import type { Evidence } from './evidence.ts';

const judged = z.object({ candidate: z.unknown() });
const judgement = z.object({ verdict: z.string() });

type Validation = NonNullable<ActionKind['validations']>[number];

/** What an Action would do, and the records that it rests on. */
interface Facts {
  readonly payload: unknown;
  readonly object: unknown;
  /** By the kind's name. */
  readonly lookups: ReadonlyMap<string, { readonly object: unknown }>;
}

/**
 * Every validation that the kind requires is cited with a verdict that will do, of a candidate whose bound members are the
 * payload's and the looked-up objects': who validates 1 000 and stages 90 000, or makes the old value up, is refused.
 * @throws Failure `evidence.mismatch`
 */
export function mustBeValidated(kind: ActionKind, facts: Facts, evidence: readonly Evidence[]): void {
  for (const required of kind.validations ?? []) {
    const cited = evidence.filter(({ tool }) => tool === required.tool);
    if (cited.length === 0) throw unvalidated(`/evidence: must cite a validation by ${required.tool}`);
    if (!cited.some((item) => holds(required, facts, item))) {
      throw unvalidated(
        `/evidence: no cited validation by ${required.tool} has an accepted verdict (${required.accepts.join(', ')}) on this payload, this target and what else it relies on`,
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

/** Both there and equal: what is absent on both sides has not been validated. */
const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);

const unvalidated = (detail: string): Failure => new Failure('evidence.mismatch', detail, { pointer: '/evidence' });
