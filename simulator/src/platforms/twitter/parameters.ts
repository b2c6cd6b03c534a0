import type { Call } from '../../core/platform.ts';
import { invalidRequest, type Mistake } from './problems.ts';

/** Says what is wrong with a value of a query parameter, in X's words; nothing when it is good. */
export type Rule = (value: string, name: string) => string | undefined;

const notValid = (value: string, name: string) => `The \`${name}\` query parameter value [${value}] is not valid`;

export const isId = (value: string): boolean => /^[0-9]{1,19}$/.test(value);

export const anId: Rule = (value, name) => (isId(value) ? undefined : notValid(value, name));

export function ids(max: number): Rule {
  return (value, name) => {
    const list = value.split(',');
    if (list.length > max) return `size of \`${name}\` query parameter value must be between 1 and ${max}`;
    return list.every(isId) ? undefined : notValid(value, name);
  };
}

export function integer(min: number, max: number): Rule {
  return (value, name) =>
    /^-?\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `The \`${name}\` query parameter value [${value}] is not between ${min} and ${max}`;
}

/** A list separated by commas, each item one of these. */
export function listOf(...allowed: readonly string[]): Rule {
  return (value, name) => {
    const wrong = value.split(',').find((item) => !allowed.includes(item));
    return wrong === undefined
      ? undefined
      : `The \`${name}\` query parameter value [${wrong}] is not one of [${allowed.join(',')}]`;
  };
}

export const time: Rule = (value, name) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : `The \`${name}\` query parameter value [${value}] is not a valid RFC3339 date-time`;

export function text(max: number): Rule {
  return (value, name) =>
    value.length >= 1 && value.length <= max
      ? undefined
      : `The \`${name}\` query parameter length must be between 1 and ${max}`;
}

/** The values of a query, every one of them checked. */
export class Query {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  list(...names: readonly string[]): string[] {
    return names.flatMap((name) => this.#values.get(name)?.split(',') ?? []);
  }

  integer(name: string, otherwise: number): number {
    return Number(this.#values.get(name) ?? otherwise);
  }

  /** A time in ms, cut to the second: X does not look at fractions. */
  time(name: string): number | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : Math.floor(Date.parse(value) / 1000) * 1000;
  }
}

/** Reads the query strictly, as X does: a parameter that the endpoint does not have is rejected by name. */
export function readQuery(call: Call, rules: Readonly<Record<string, Rule>>): Query {
  const mistakes: Mistake[] = [];
  const values = new Map<string, string>();
  for (const [name, raw] of Object.entries(call.query)) {
    const value = Array.isArray(raw) ? raw.join(',') : String(raw);
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const message = rule
      ? rule(value, name)
      : `The query parameter [${name}] is not one of [${['id', ...Object.keys(rules)].join(',')}]`;
    if (message) mistakes.push({ name, value, message });
    else values.set(name, value);
  }
  if (mistakes.length > 0) throw invalidRequest(...mistakes);
  return new Query(values);
}

export function required(query: Query, name: string): string {
  const value = query.get(name);
  if (value === undefined)
    throw invalidRequest({ name, value: '', message: `The \`${name}\` query parameter can not be empty` });
  return value;
}

/** An id from the path. */
export function pathId(call: Call, name = 'id'): string {
  const value = call.param(name);
  if (!isId(value)) throw invalidRequest({ name, value, message: notValid(value, name) });
  return value;
}
