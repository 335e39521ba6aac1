import type { OntologyObject } from '../../contract/rows/objects.ts';

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

/** An object that is not of its type, or that no column holds: of a type with one nothing is exported. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';

  constructor({ type, id }: Pick<OntologyObject, 'type' | 'id'>, pointer: string, message: string) {
    super(`${type} ${id}: ${pointer || 'the object'}: ${message}`);
  }
}
