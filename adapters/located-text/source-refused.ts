import type { SourceExceptionKind } from '../../contract/rows/located-text.ts';

/** Thrown if no text can be made of a source. `detail` contains facts, never a value of the source. */
export class SourceRefused extends Error {
  readonly kind: SourceExceptionKind;

  constructor(kind: SourceExceptionKind, detail: string) {
    super(detail);
    this.name = kind;
    this.kind = kind;
  }
}
