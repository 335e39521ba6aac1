import type { OntologyObject } from '../../contract/rows/objects.ts';

/** Error: the type does not exist or cannot have live objects. */
export class UnknownType extends Error {
  override readonly name = 'UnknownType';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/**
 * A line of a file that is not an object of the type. `pointer` is a JSON Pointer (RFC 6901) into the JSON value of the
 * line.
 */
export interface BadLine {
  readonly line: number;
  readonly pointer: string;
  readonly message: string;
}

/** Error: an object does not fit its type or an exported column, so nothing of the type is exported. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';

  constructor({ type, id }: Pick<OntologyObject, 'type' | 'id'>, pointer: string, message: string) {
    super(`${type} ${id}: ${pointer || 'the object'}: ${message}`);
  }
}
