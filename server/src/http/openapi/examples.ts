import type { z } from 'zod';
import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { EXAMPLE_FIELDS } from './example-fields.ts';
import type { Json } from './schemas.ts';

/** The example of an operation: its own over what the examples of fields and resources give. */
export function exampleOf({ input, output, http, example, upload }: AnyOperation): { input: Json; output?: Json } {
  const shown = http.status === 204 ? undefined : (merge(derive(output, ''), example?.output) as Json);
  const sent = upload === undefined ? input : input.omit({ [upload.field]: true });
  const derived = derive(sent, '', (field) => shown?.[field]) as Json;
  return { input: { ...derived, ...example?.input }, ...(shown && { output: shown }) };
}

// biome-ignore lint/suspicious/noExplicitAny: the definition of a schema, read by its type.
type Definition = any;

/** A value for the field `name`: what its metadata, `of` or the table says, else one of its type; undefined for unknown texts. */
function derive(schema: z.ZodType, name: string, of?: (field: string) => unknown): unknown {
  const { example, pattern } = (schema.meta() ?? {}) as Json;
  const { type, ...def } = schema.def as Definition;
  if (type === 'object') return merge(fieldsOf(def.shape, of), example);
  if (example !== undefined) return example;
  for (const known of [of?.(name), EXAMPLE_FIELDS[name]])
    if (known !== undefined && schema.safeParse(known).success) return known;
  const inner = def.innerType ?? def.in;
  if (inner !== undefined) return derive(inner, name);
  if (typeof pattern === 'string') return exampleId(pattern.replace(/^\^|_$/g, ''));
  const byType: Readonly<Record<string, () => unknown>> = {
    literal: () => def.values[0],
    enum: () => Object.values(def.entries)[0],
    boolean: () => false,
    number: () => 0,
    array: () => [derive(def.element, name.replace(/s$/, ''))],
    union: () => derive(def.options[0], name),
    record: () => ({}),
    string: () => (/_at$/.test(name) ? EXAMPLE_AT : undefined),
  };
  return byType[type]?.();
}

/** The required fields. Optional ones are shown where a resource or an operation says so. */
function fieldsOf(shape: Record<string, z.ZodType>, of?: (field: string) => unknown): Json {
  const required = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success);
  const derived = required.map(([name, field]) => [name, derive(field, name, of)] as const);
  return Object.fromEntries(derived.filter(([, value]) => value !== undefined));
}

/** What is said over what is derived: fields one by one, items of lists by their place. */
function merge(derived: unknown, said: unknown): unknown {
  if (said === undefined) return derived;
  if (Array.isArray(said)) return said.map((item, at) => merge((derived as unknown[] | undefined)?.[at], item));
  if (!isFields(said) || !isFields(derived)) return said;
  return {
    ...derived,
    ...Object.fromEntries(Object.entries(said).map(([name, one]) => [name, merge(derived[name], one)])),
  };
}

function isFields(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
