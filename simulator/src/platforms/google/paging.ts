import type { Call } from '../../core/platform.ts';
import { badRequest } from './errors.ts';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextPageToken?: string;
}

/**
 * A page of rows, each with a name that is never used twice: a token stands for the row that comes next. Sizes above the
 * maximum count as the maximum.
 */
export function pageOf<Row extends { readonly name: string }>(
  call: Call,
  rows: readonly Row[],
  size: { readonly usual: number; readonly max: number },
): Page<Row> {
  const options = call.input('pageSize');
  if (options !== undefined && !/^\d+$/.test(options)) throw badRequest('page_size', 'Page size must not be negative.');
  const length = Math.min(Number(options) || size.usual, size.max);
  const token = call.input('pageToken') || undefined;
  const start = token === undefined ? 0 : rows.findIndex(({ name }) => tokenFor(name) === token);
  if (start < 0) throw badRequest('page_token', 'Invalid page token.');
  const next = rows[start + length];
  return { rows: rows.slice(start, start + length), ...(next && { nextPageToken: tokenFor(next.name) }) };
}

/** `{ nextPageToken }` or nothing, to be spread into a response. */
export function nextPage({ nextPageToken }: Page<unknown>): { nextPageToken?: string } {
  return nextPageToken === undefined ? {} : { nextPageToken };
}

function tokenFor(name: string): string {
  return Buffer.from(name).toString('base64url');
}
