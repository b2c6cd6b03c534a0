import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { markTexts } from './texts.ts';

export type Json = Record<string, unknown>;

/** Writes parts of the document, of which those with a name stand once. */
export interface SchemaWriter {
  readonly toSchema: (schema: z.ZodType, io: 'input' | 'output') => Json;
  /** Gives a part a name, unless it has one, and returns the reference to it. The first of the names that is free counts. */
  readonly named: (part: Json, ...names: readonly string[]) => Json;
  readonly schemas: Json;
}

export function refTo(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * Writes zod schemas as JSON Schema. Those with an `id` in their metadata stand once among `schemas`, in the order of
 * their first use; elsewhere is a reference. `wire` in the metadata replaces the type where the JSON differs from it.
 */
export function schemaWriter(): SchemaWriter {
  const schemas: Json = {};
  const toSchema: SchemaWriter['toSchema'] = (schema, io) => {
    const json = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override({ jsonSchema }) {
        const target = jsonSchema as Json;
        // Examples are shown with operations (examples.ts).
        delete target.example;
        // A response may gain fields.
        if (io === 'output' && target.additionalProperties === false) delete target.additionalProperties;
        if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
        if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
        // A record of an enum requires names that it has no fields for.
        if (target.properties === undefined) delete target.required;
        // All names of JSON are texts.
        if (isDeepStrictEqual(target.propertyNames, { type: 'string' })) delete target.propertyNames;
        if (target.wire === undefined) return;
        const { wire, description } = target;
        for (const key of Object.keys(target)) delete target[key];
        Object.assign(target, wire, description === undefined ? {} : { description });
      },
    }) as Json;
    const {
      $schema: _schema,
      $defs: parts = {},
      ...own
    } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & { $defs?: Json };
    if (io === 'output') markTexts(own);
    for (const [name, part] of Object.entries(parts)) {
      const { id: _id, ...whole } = part as Json;
      if (io === 'output') markTexts(whole);
      if (schemas[name] !== undefined && !isDeepStrictEqual(schemas[name], whole))
        throw new Error(`Two different schemas of the document are named ${name}. Give one of them another \`id\`.`);
      schemas[name] = whole;
    }
    return own;
  };
  return {
    toSchema,
    schemas,
    named(part, ...names) {
      if (typeof part.$ref === 'string' && Object.keys(part).length === 1) return part;
      const name = names.find((one) => schemas[one] === undefined || isDeepStrictEqual(schemas[one], part));
      if (name === undefined) throw new Error(`Two different schemas of the document are named ${names.join(', ')}.`);
      schemas[name] = part;
      return refTo('schemas', name);
    },
  };
}
