import { z } from 'zod';

const MARK = 'x-secret';

/**
 * Marks a field of a response as a secret. Whoever stores such a response encrypts it, caches must not keep it, and logs
 * leave the field out. Of a request: the audit log leaves it out.
 */
export function secret<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ ...field.meta(), [MARK]: true });
}

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The names of a schema's secret fields, however deep. */
export function secretFieldsOf(schema: z.ZodType): ReadonlySet<string> {
  let names = known.get(schema);
  if (names === undefined) {
    names = collect(schema);
    known.set(schema, names);
  }
  return names;
}

/** The parts of a schema's definition that hold further schemas. */
interface Parts {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly [part: string]: unknown;
}

// Not by way of JSON Schema: that takes a hundred times longer, and the log needs the names when the service starts.
function collect(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (part: unknown, name: string): void => {
    if (!(part instanceof z.ZodType)) return;
    if (part.meta()?.[MARK] === true) names.add(name);
    if (seen.has(part)) return;
    seen.add(part);
    const { shape = {}, options = [], ...others } = part.def as unknown as Parts;
    for (const [field, inner] of Object.entries(shape)) visit(inner, field);
    for (const inner of [...options, ...Object.values(others)]) visit(inner, name);
  };
  visit(schema, '');
  return names;
}
