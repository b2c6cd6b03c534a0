/** The part of an operation's example that comes on top of the examples of its fields and resources (http/openapi/examples.ts). */
export interface Example {
  /** Path, query and body fields, as in the input. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Fields of the response; lists and objects are joined item by item. */
  readonly output?: Readonly<Record<string, unknown>>;
}

/** The time of all examples. ISO 8601. */
export const EXAMPLE_AT = '2027-01-01T09:00:00.000Z';

/** The id of something invented: `exampleId('brand')` is `brand_01jsamp1e…`. */
export function exampleId(prefix: string): string {
  return `${prefix}_01jsamp1e00000000000000000`;
}
