import { z } from 'zod';

export type Json = Record<string, unknown>;
export type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => Json;

/**
 * Writes zod schemas as JSON Schema. Those with an `id` in their metadata stand once among `schemas`, in the order of
 * their first use; elsewhere is a reference. `wire` in the metadata replaces the type where the JSON differs from it.
 */
export function schemaWriter(): { readonly toSchema: ToSchema; readonly schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {};
  const toSchema: ToSchema = (schema, io) => {
    const json = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override({ jsonSchema }) {
        const target = jsonSchema as Json;
        // A response may gain fields.
        if (io === 'output' && target.additionalProperties === false) delete target.additionalProperties;
        if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
        if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
        if (target.wire === undefined) return;
        const { wire, description } = target;
        for (const key of Object.keys(target)) delete target[key];
        Object.assign(target, wire, description === undefined ? {} : { description });
      },
    }) as Json;
    const {
      $schema: _schema,
      $defs: parts,
      ...own
    } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
    for (const name in parts) schemas[name] ??= parts[name];
    return own;
  };
  return { toSchema, schemas };
}
