import type { SourceExceptionKind } from '../../contract/rows/located-text.ts';

/** No text can be made of a source; `detail` holds facts, never a value of it. */
export class SourceRefused extends Error {
  readonly kind: SourceExceptionKind;

  constructor(kind: SourceExceptionKind, detail: string) {
    super(detail);
    this.name = kind;
    this.kind = kind;
  }
}
