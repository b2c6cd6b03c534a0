import type { Call } from '../../core/platform.ts';
import { invalidParameter } from './errors.ts';
import { type FieldOptions, optionsFor, parseFields } from './fields.ts';

/** A kind of Graph object: how each field is read from its row. A field that gives undefined is left out of the response. */
export interface NodeType<Row> {
  /** As Meta's messages name it: IGMedia, IGComment …; null where they do not (Threads). */
  readonly name: string | null;
  readonly defaults: readonly string[];
  readonly fields: Readonly<Record<string, (row: Row, options: FieldOptions) => unknown>>;
}

/** The requested fields in their order; `id` is always there. Throws 100 for a field that the kind does not have. */
export function project<Row>(
  type: NodeType<Row>,
  row: Row,
  choices: readonly FieldOptions[] | null,
): Record<string, unknown> {
  const response: Record<string, unknown> = {};
  for (const options of choices ?? type.defaults.map(optionsFor)) {
    const read = Object.hasOwn(type.fields, options.name) ? type.fields[options.name] : undefined;
    if (!read) {
      const place = type.name === null ? '' : ` on node type (${type.name})`;
      throw invalidParameter(`Tried accessing nonexisting field (${options.name})${place}`);
    }
    const value = read(row, options);
    if (value !== undefined) response[options.name] = value;
  }
  if (!('id' in response)) response.id = type.fields.id?.(row, optionsFor('id'));
  return response;
}

/** The `fields` parameter, null when the call names none. */
export function requestedFields(call: Call): FieldOptions[] | null {
  const text = call.inputs('fields').join(',').trim();
  return text === '' ? null : parseFields(text);
}
