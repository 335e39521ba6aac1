/** Makes every member and every item of a type read-only, at any depth. */
export type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Member in keyof T]: Immutable<T[Member]> }
    : T;
