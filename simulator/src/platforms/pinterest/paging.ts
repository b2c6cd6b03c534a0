import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalid } from './errors.ts';

const usual = 25;
const max = 250;

/** `{items, bookmark}`; the bookmark stands for the row that comes next, and is null at the end. */
export function listResponse<Row extends { readonly id: string }>(
  call: Call,
  rows: readonly Row[],
  view: (row: Row) => unknown,
): PlatformResponse {
  const size = Number(call.input('page_size') ?? usual);
  if (!Number.isInteger(size) || size < 1 || size > max) throw invalid(`'page_size' is not between 1 and ${max}`);
  const bookmark = call.input('bookmark') || undefined;
  const start = bookmark === undefined ? 0 : rows.findIndex(({ id }) => bookmarkFor(id) === bookmark);
  if (start < 0) throw invalid("'bookmark' is not valid");
  const next = rows[start + size];
  return json({ items: rows.slice(start, start + size).map(view), bookmark: next ? bookmarkFor(next.id) : null });
}

function bookmarkFor(id: string): string {
  return Buffer.from(`next|${id}`).toString('base64url');
}
