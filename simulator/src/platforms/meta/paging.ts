import type { Call } from '../../core/platform.ts';
import { invalidParameter } from './errors.ts';
import type { FieldOptions } from './fields.ts';

/** `order` is a snowflake: it rises with time, never repeats, and so outlives the row that a cursor points to. */
export interface Ordered {
  readonly order: string;
}

export interface ListOptions<Row> {
  /** In the order of the response. */
  readonly rows: readonly Row[];
  readonly direction: 'newest first' | 'oldest first';
  readonly map: (row: Row) => unknown;
  readonly limitMax: number;
  /** Address of the edge without query, `/v25.0/1784…/media`, for the links to other pages. */
  readonly path: string;
  /** False where answers carry cursors only (Threads). */
  readonly hasLinks?: boolean;
}

interface PageOptions {
  readonly limit: string | undefined;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** A cursor-paged edge; the links repeat every parameter of the call. https://developers.facebook.com/docs/graph-api/results */
export function listResponse<Row extends Ordered>(call: Call, options: ListOptions<Row>): object {
  const { after: _after, before: _before, ...parameters } = { ...call.query };
  const pageOptions = { limit: call.input('limit'), after: call.input('after'), before: call.input('before') };
  return paged(call, options, pageOptions, parameters);
}

/** An edge inside another answer, `replies.limit(5){id,text}`; says where it goes on only when it does. */
export function nestedList<Row extends Ordered>(
  call: Call,
  options: ListOptions<Row>,
  field: FieldOptions,
): object | undefined {
  if (options.rows.length === 0) return undefined;
  const { limit, after, before } = field.args;
  const parameters: Record<string, unknown> = { ...(limit !== undefined && { limit }) };
  if (field.fields) parameters.fields = writeFields(field.fields);
  if (call.query.access_token !== undefined) parameters.access_token = call.query.access_token;
  return paged(call, options, { limit, after, before }, parameters);
}

function paged<Row extends Ordered>(
  call: Call,
  { rows, direction, map, limitMax, path, hasLinks = true }: ListOptions<Row>,
  options: PageOptions,
  parameters: Record<string, unknown>,
): object {
  const limit = limitOf(options.limit, limitMax);
  const isBeyond = (row: Row, cursor: string) =>
    direction === 'newest first' ? compare(row.order, cursor) < 0 : compare(row.order, cursor) > 0;

  let start = 0;
  if (options.after !== undefined) {
    const cursor = readCursor(options.after, 'after');
    const index = rows.findIndex((row) => isBeyond(row, cursor));
    start = index === -1 ? rows.length : index;
  } else if (options.before !== undefined) {
    const cursor = readCursor(options.before, 'before');
    const index = rows.findIndex((row) => row.order === cursor || isBeyond(row, cursor));
    start = Math.max(0, (index === -1 ? rows.length : index) - limit);
  }
  const page = rows.slice(start, start + limit);
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return { data: [] };

  const link = (name: 'before' | 'after', row: Row) =>
    call.url(`${path}?${queryText({ ...parameters, limit, [name]: writeCursor(row.order) })}`);
  return {
    data: page.map(map),
    paging: {
      cursors: { before: writeCursor(first.order), after: writeCursor(last.order) },
      ...(hasLinks && start > 0 && { previous: link('before', first) }),
      ...(hasLinks && start + limit < rows.length && { next: link('after', last) }),
    },
  };
}

function limitOf(value: string | undefined, limitMax: number): number {
  if (value === undefined || value === '') return Math.min(25, limitMax);
  if (!/^[1-9]\d{0,8}$/.test(value)) throw invalidParameter('Param limit must be a positive integer');
  return Math.min(Number(value), limitMax);
}

/** Meta's cursors look like `QVFIU…`: base64 of a text that starts with AQH. */
function writeCursor(order: string): string {
  return Buffer.from(`AQHR${order}`).toString('base64url');
}

function readCursor(value: string, name: string): string {
  const order = /^AQHR(\d+)$/.exec(Buffer.from(value, 'base64url').toString('utf8'))?.[1];
  if (order === undefined) throw invalidParameter(`Invalid cursor in parameter ${name}`);
  return order;
}

export function compare(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

function queryText(parameters: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function writeFields(fields: readonly FieldOptions[]): string {
  return fields
    .map(({ name, args, fields: inner }) => {
      const argumentText = Object.entries(args).map(([key, value]) => `.${key}(${value})`);
      return `${name}${argumentText.join('')}${inner ? `{${writeFields(inner)}}` : ''}`;
    })
    .join(',');
}
