import type { Call } from '../../core/platform.ts';
import { invalidRequest, type Mistake } from './problems.ts';

/** The form of a JSON body, checked as strictly as X checks it: unknown fields are rejected. */
export type Schema =
  | {
      readonly type: 'string';
      readonly pattern?: RegExp;
      readonly oneOf?: readonly string[];
      readonly max?: number;
      readonly min?: number;
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'array'; readonly items: Schema; readonly min: number; readonly max: number }
  | {
      readonly type: 'object';
      readonly fields: Readonly<Record<string, Schema>>;
      readonly required?: readonly string[];
    };

export const string: Schema = { type: 'string' };
export const boolean: Schema = { type: 'boolean' };
export const id: Schema = { type: 'string', pattern: /^[0-9]{1,19}$/ };

export function object(fields: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema {
  return { type: 'object', fields, required };
}

export function checkBody(call: Call, schema: Schema): void {
  const mistakes = check(call.body, schema, '$');
  if (mistakes.length > 0) throw invalidRequest(...mistakes);
}

function check(value: unknown, schema: Schema, path: string): Mistake[] {
  const wrong = (message: string): Mistake[] => [{ name: path, value: shorten(value), message: `${path}: ${message}` }];
  const found = typeOf(value);
  if (found !== schema.type) return wrong(`${found} found, ${schema.type} expected`);
  switch (schema.type) {
    case 'string':
      return checkText(String(value), schema, wrong);
    case 'integer':
      if (Number(value) < schema.min) return wrong(`must have a minimum value of ${schema.min}`);
      return Number(value) > schema.max ? wrong(`must have a maximum value of ${schema.max}`) : [];
    case 'array': {
      const list = value as unknown[];
      if (list.length < schema.min) return wrong(`there must be a minimum of ${schema.min} items in the array`);
      if (list.length > schema.max) return wrong(`there must be a maximum of ${schema.max} items in the array`);
      return list.flatMap((item, index) => check(item, schema.items, `${path}[${index}]`));
    }
    case 'object': {
      const entries = Object.entries(value as Record<string, unknown>).filter(([, field]) => field !== undefined);
      const names = entries.map(([name]) => name);
      const missing = (schema.required ?? []).filter((name) => !names.includes(name));
      return [
        ...missing.flatMap((name) => wrong(`required property '${name}' not found`)),
        ...entries.flatMap(([name, field]) => {
          const inner = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
          if (inner) return check(field, inner, `${path}.${name}`);
          return wrong(
            `property '${name}' is not defined in the schema and the schema does not allow additional properties`,
          );
        }),
      ];
    }
    default:
      return [];
  }
}

function checkText(
  text: string,
  { pattern, oneOf, min = 0, max }: Extract<Schema, { type: 'string' }>,
  wrong: (message: string) => Mistake[],
): Mistake[] {
  const length = [...text].length;
  if (pattern && !pattern.test(text)) return wrong(`does not match the regex pattern ${pattern.source}`);
  if (oneOf && !oneOf.includes(text)) return wrong(`does not have a value in the enumeration [${oneOf.join(', ')}]`);
  if (length < min) return wrong(`must be at least ${min} characters long`);
  return max !== undefined && length > max ? wrong(`may only be ${max} characters long`) : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
