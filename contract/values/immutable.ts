/** The same type with every member and every item read-only, at any depth. */
export type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]: Immutable<T[Member]> }
    : T;
