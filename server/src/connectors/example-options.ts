import { z } from 'zod';
import type { Connector } from '../core/connector.ts';

interface OptionsShape {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
}

/** Required options, each with the first example of its schema. For generated sample posts. */
export function requiredOptions({ options }: Connector): Readonly<Record<string, unknown>> {
  const { required = [], properties = {} } = z.toJSONSchema(options, {
    io: 'input',
    unrepresentable: 'any',
  }) as OptionsShape;
  return Object.fromEntries(required.map((name) => [name, properties[name]?.examples?.[0]]));
}
