import { z } from 'zod';
import type { Connector } from './connector.ts';

interface OptionsShape {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
}

/** The options that no post can do without, each with the first example of its schema; for samples and trials. */
export function requiredOptions({ options }: Connector): Readonly<Record<string, unknown>> {
  const { required = [], properties = {} } = z.toJSONSchema(options, {
    io: 'input',
    unrepresentable: 'any',
  }) as OptionsShape;
  return Object.fromEntries(required.map((name) => [name, properties[name]?.examples?.[0]]));
}
