import { isDeepStrictEqual } from 'node:util';
import type { Json } from './schemas.ts';

/** Parts of fewer fields are repeated: a reference would be as long. */
const FIELDS_MIN = 4;

/** Writes a schema that has all fields of a larger named one as that one and its own fields. Changes `schemas`. */
export function shareFields(schemas: Record<string, Json>): void {
  const whole = structuredClone(schemas);
  const fieldsOf = (name: string) => (whole[name]?.properties ?? {}) as Json;
  const names = Object.keys(whole)
    .filter((name) => isPlain(whole[name] as Json))
    .sort((a, b) => Object.keys(fieldsOf(b)).length - Object.keys(fieldsOf(a)).length);
  for (const name of names) {
    const base = names.find((other) => other !== name && isPart(whole[other] as Json, whole[name] as Json));
    if (base === undefined) continue;
    const { properties: _all, required: _needed, type: _type, ...rest } = whole[name] as Json;
    const isOwn = (field: string) => !Object.hasOwn(fieldsOf(base), field);
    const properties = Object.fromEntries(Object.entries(fieldsOf(name)).filter(([field]) => isOwn(field)));
    const required = requiredOf(whole[name] as Json).filter(isOwn);
    const own = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
    schemas[name] = { ...rest, allOf: [{ $ref: `#/components/schemas/${base}` }, own] };
  }
}

/** Whether it is an object that may have more fields. */
function isPlain({ type, properties, additionalProperties }: Json): boolean {
  return type === 'object' && properties !== undefined && additionalProperties === undefined;
}

function isPart(part: Json, whole: Json): boolean {
  const fields = Object.entries(part.properties as Json);
  const ofWhole = whole.properties as Json;
  const needed = requiredOf(whole).filter((name) => Object.hasOwn(part.properties as Json, name));
  return (
    fields.length >= FIELDS_MIN &&
    fields.length < Object.keys(ofWhole).length &&
    isDeepStrictEqual([...requiredOf(part)].sort(), [...needed].sort()) &&
    fields.every(([name, field]) => isDeepStrictEqual(ofWhole[name], field))
  );
}

function requiredOf({ required }: Json): string[] {
  return (required ?? []) as string[];
}

/** Parameters that stand in the document at least so often are written once. */
const REPEATED_MIN = 3;

/** Moves parameters that repeat to the shared ones. Changes the operations. */
export function shareParameters(operations: readonly Json[], shared: Json): void {
  const counts = new Map<string, number>();
  const all = operations.flatMap(({ parameters }) => parameters as Json[]).filter(({ $ref }) => $ref === undefined);
  for (const one of all) counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1);
  const names = new Map<string, string>();
  for (const [text, count] of counts) {
    if (count < REPEATED_MIN) continue;
    const { name, in: place } = JSON.parse(text) as { name: string; in: string };
    const words = [`${place}.${name}`, ...Array.from({ length: 20 }, (_, at) => `${place}.${name}.${at + 2}`)];
    const free = words.find((word) => shared[word] === undefined) as string;
    shared[free] = JSON.parse(text);
    names.set(text, free);
  }
  for (const operation of operations)
    operation.parameters = (operation.parameters as Json[]).map((one) => {
      const name = names.get(JSON.stringify(one));
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` };
    });
}
