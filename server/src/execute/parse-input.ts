import { z } from 'zod';
import { type ApiError, invalid, missing, notFound } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { closest } from '../lib/closest.ts';
import { isStorableText } from '../lib/storable-text.ts';
import { speakPlainly } from './error-messages.ts';

/** What says which input a call takes. */
type Called = Pick<AnyOperation, 'http' | 'input' | 'aliases'>;

speakPlainly();

/** The parts of a request before they are checked. */
export interface RawInput {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** undefined when the request had no body. */
  readonly body: unknown;
}

export interface ReadOptions {
  /** `Prefer: handling=lenient`: unknown body fields are dropped instead of rejected. */
  readonly lenient: boolean;
}

/** Query parameters that belong to the surface, not to an operation. */
const SURFACE_PARAMETERS = ['dry_run'];

/** One checked input object from path, query and body; throws 400 naming the field. */
export function readInput(operation: Called, raw: RawInput, options: ReadOptions): unknown {
  const places = placesOf(operation);
  assertStorable(raw);
  const query = readQuery(operation, raw.query, places.query);
  const body = readBody(operation, raw.body, options, places.body);
  const result = operation.input.safeParse({ ...body, ...query, ...raw.params });
  if (result.success) return result.data;
  throw fromIssue(meantIssue(result.error.issues[0]), operation);
}

/** Splits the fields of an operation into query and body fields. */
interface Places {
  readonly query: readonly string[];
  readonly body: readonly string[];
}
const placesByOperation = new WeakMap<Called, Places>();

function placesOf(operation: Called): Places {
  let places = placesByOperation.get(operation);
  if (places === undefined) {
    const query = queryFieldsOf(operation);
    const elsewhere = [...pathFieldsOf(operation), ...query];
    places = { query, body: fieldsOf(operation.input).filter((field) => !elsewhere.includes(field)) };
    placesByOperation.set(operation, places);
  }
  return places;
}

/** Checks texts of the address. The body is checked when it is parsed. An id that cannot be stored is a 404. */
function assertStorable({ params, query }: RawInput): void {
  const isOdd = (text: unknown) => typeof text === 'string' && !isStorableText(text);
  for (const id of Object.values(params)) if (isOdd(id)) throw notFound('resource', String(id));
  for (const [name, text] of Object.entries(query))
    if (isOdd(name) || isOdd(text))
      throw invalid(name.slice(0, 200), 'Query parameters must not contain NUL characters.');
}

export function pathFieldsOf(operation: Called): string[] {
  return [...operation.http.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** Query fields: for GET and DELETE all but those of the path, otherwise none. */
export function queryFieldsOf(operation: Called): string[] {
  if (operation.http.method !== 'get' && operation.http.method !== 'delete') return [];
  const inPath = pathFieldsOf(operation);
  return fieldsOf(operation.input).filter((field) => !inPath.includes(field));
}

export function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function readQuery(
  operation: Called,
  query: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> {
  const isRead = operation.http.method === 'get';
  const surface = isRead ? [] : SURFACE_PARAMETERS;
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    if (surface.includes(name)) continue;
    const field = operation.aliases?.[name] ?? name;
    if (!known.includes(field)) throw unknownField(name, [...known, ...surface], 'query parameter');
    if (Array.isArray(value)) throw invalid(name, `The query parameter ${name} was given more than once.`);
    // An empty parameter counts as missing.
    if (value !== '') values[field] = value;
  }
  return values;
}

function readBody(
  operation: Called,
  body: unknown,
  options: ReadOptions,
  known: readonly string[],
): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw invalid('body', 'The body must be a JSON object.', 'validation.body_invalid');
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = operation.aliases?.[name] ?? name;
    if (!known.includes(field)) {
      if (options.lenient) continue;
      throw unknownField(name, known, 'field');
    }
    if (field !== name && field in body)
      throw invalid(name, `${name} is another name of ${field}; send one of the two.`);
    values[field] = value;
  }
  return values;
}

function unknownField(name: string, known: readonly string[], what: string): ApiError {
  const guess = closest(name, known);
  const hint = guess !== undefined ? ` Did you mean ${guess}?` : known.length > 0 ? ` Known: ${known.join(', ')}.` : '';
  return invalid(name.slice(0, 200), `There is no ${what} ${JSON.stringify(name.slice(0, 200))}.${hint}`);
}

/** For a union, the issues of the branch whose kind of value was sent, when there is exactly one. */
function meantIssue(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const inside = issue.errors
    .map(([first]) => first)
    .find((first) => first !== undefined && (first.code !== 'invalid_type' || first.path.length > 0));
  return inside === undefined ? issue : meantIssue({ ...inside, path: [...issue.path, ...inside.path] });
}

function fromIssue(issue: z.core.$ZodIssue | undefined, operation: Called): ApiError {
  if (issue === undefined) return invalid('body', 'The request is not valid.');
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return unknownField(
      field === '' ? key : `${field}.${key}`,
      siblingsOf(operation.input, issue.path).map((name) => (field === '' ? name : `${field}.${name}`)),
      'field',
    );
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && /received undefined/.test(issue.message)) {
    return missing(field || 'body');
  }
  return invalid(field || 'body', `${field || 'The body'}: ${issue.message}.`.replace(/\.\.$/, '.'));
}

/** The siblings of an unknown field, for the hint. */
function siblingsOf(schema: z.ZodType, path: PropertyKey[]): string[] {
  let at: z.ZodType = schema;
  for (const part of path) {
    at = unwrap(at);
    if (at instanceof z.ZodObject && typeof part === 'string')
      at = (at.shape[part] as z.ZodType | undefined) ?? z.never();
    else if (at instanceof z.ZodArray) at = at.element as z.ZodType;
    if (at instanceof z.ZodUnion)
      at = (at.options as z.ZodType[]).find((option) => option instanceof z.ZodObject) ?? z.never();
  }
  return fieldsOf(unwrap(at));
}

function unwrap(schema: z.ZodType): z.ZodType {
  let at: z.ZodType = schema;
  while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault)
    at = at.unwrap() as z.ZodType;
  return at;
}
