/** A type that can have no live objects. */
export class UnknownType extends Error {
  override readonly name = 'UnknownType';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/** A line of a file that is no object of its type. `pointer` is RFC 6901 into the line's object. */
export interface BadLine {
  readonly line: number;
  readonly pointer: string;
  readonly message: string;
}
