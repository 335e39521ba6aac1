import * as z from 'zod';
import { hashOf, NotJson } from '../../contract/values/canonical.ts';
import type { Product } from '../../contract/pattern.ts';
import { refused } from './refused.ts';

export const hashTarget = z.strictObject({ kind: z.literal('hash'), algorithm: z.literal('sha256') });
export const hashAnswer = z.strictObject({
  status: z.literal('hashed'),
  algorithm: z.literal('sha256'),
  hash: z.string(),
});

/** Computes the SHA-256 of a value's canonical JSON (RFC 8785). @throws Failure `arguments.invalid` */
export function hashValue(value: unknown): Product<z.infer<typeof hashAnswer>, never> {
  try {
    return { result: { status: 'hashed', algorithm: 'sha256', hash: hashOf(value) } };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    throw refused(
      '/value',
      'must be JSON without numbers that a double cannot hold exactly. Send such numbers as strings',
      error,
    );
  }
}
