/** The fields that may be missing become optional instead of undefined. */
type Compact<T> = {
  [Key in keyof T as MayBeMissing<T[Key]> extends true ? never : Key]: T[Key];
} & {
  [Key in keyof T as MayBeMissing<T[Key]> extends true ? Key : never]?: Exclude<T[Key], undefined>;
};
/** A field of the type `unknown` stays required. */
type MayBeMissing<Value> = unknown extends Value ? false : undefined extends Value ? true : false;

/** A copy without the fields that are undefined: unknown fields are missing instead. */
export function compact<T extends object>(fields: T): Compact<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>;
}
