/** A place where a value breaks a keyword of a schema. It names members and limits, but never the value. */
export interface SchemaFinding {
  /** JSON Pointer of the place in the value. */
  readonly instancePath: string;
  /** URI fragment of the keyword in the schema, such as `#/properties/amount/type`. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the first place where a value breaks a schema; for a union, the places of all branches. Empty if valid. */
export type Validator = (value: unknown) => readonly SchemaFinding[];

/** The findings of a valid value. */
export const valid: readonly SchemaFinding[] = [];
