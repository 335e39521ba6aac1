import type { SourceException } from '../../../contract/rows/located-text.ts';
import type { LocatedSource } from '../locate.ts';

/** The reading process ended without an answer. The file or the machine may be the cause. */
export interface Died {
  readonly kind: 'died';
  /** The signal that ended the process, or its exit code. */
  readonly detail: string;
}

export type LocateOutcome = LocatedSource | SourceException | Died;
