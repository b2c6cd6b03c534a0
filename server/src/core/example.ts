/** A realistic request and its answer, for the reference. Both pass the operation's schemas. */
export interface Example<Input, Output> {
  /** Path, query and body fields, as in the input; default: none. The file of an upload is left out. */
  readonly input?: Input;
  /** Left out when the answer has no body. */
  readonly output?: Output;
}

/** The time of all examples. ISO 8601. */
export const EXAMPLE_AT = '2027-01-01T09:00:00.000Z';

/** The id of something invented: `exampleId('brand')` is `brand_01jsamp1e…`. */
export function exampleId(prefix: string): string {
  return `${prefix}_01jsamp1e00000000000000000`;
}
