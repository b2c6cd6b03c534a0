import type { z } from 'zod';

/** The facts that an example is made for. */
export interface ExampleFacts {
  readonly platform: string;
  /** ISO 8601. */
  readonly at: string;
  readonly livemode: boolean;
}

/** A kind of event: everything that the catalogue says of it, and the type of its `data`. */
export interface EventDefinition<Data extends z.ZodType = z.ZodType> {
  readonly description: string;
  readonly data: Data;
  /** Data with invented ids, people and texts. */
  readonly example: (about: ExampleFacts) => z.output<Data>;
}

export function defineEvent<Data extends z.ZodType>(
  description: string,
  data: Data,
  example: (about: ExampleFacts) => z.output<Data>,
): EventDefinition<Data> {
  return { description, data, example };
}
