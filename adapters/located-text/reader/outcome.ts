import type { SourceException } from '../../../contract/rows/located-text.ts';
import type { LocatedSource } from '../locate.ts';

/** The reader ended and said nothing: the file may have killed it, or the machine has. */
export interface Died {
  readonly kind: 'died';
  /** A signal or an exit code. */
  readonly detail: string;
}

export type LocateOutcome = LocatedSource | SourceException | Died;
