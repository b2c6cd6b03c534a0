import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';

/** Orders cursors: decimal texts, more digits are newer. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * A page, newest first, by `max_id`, `since_id`, `min_id` and `limit`, with the Link header that the next and the
 * previous page are found by. `cursorOf` gives the id that the list is ordered by; it need not be the row's own.
 */
export function pageOf<Row>(
  call: Call,
  rows: readonly Row[],
  cursorOf: (row: Row) => string,
  limits: { usual: number; most: number },
  render: (row: Row) => unknown,
): PlatformResponse {
  const asked = Number(call.input('limit') ?? limits.usual);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, limits.most) : limits.usual;
  const [maxId, sinceId, minId] = ['max_id', 'since_id', 'min_id'].map((name) => call.input(name));
  const newestFirst = [...rows].sort((a, b) => compareIds(cursorOf(b), cursorOf(a)));
  const inside = newestFirst.filter(
    (row) =>
      (!maxId || compareIds(cursorOf(row), maxId) < 0) &&
      (!sinceId || compareIds(cursorOf(row), sinceId) > 0) &&
      (!minId || compareIds(cursorOf(row), minId) > 0),
  );
  // min_id asks for the page right after that id, since_id for the newest page.
  const page = minId ? inside.slice(-limit) : inside.slice(0, limit);
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return json([]);

  const links = [`<${linkTo(call, { min_id: cursorOf(first) })}>; rel="prev"`];
  if (page.length === limit) links.unshift(`<${linkTo(call, { max_id: cursorOf(last) })}>; rel="next"`);
  return json(page.map(render), 200, { link: links.join(', ') });
}

function linkTo(call: Call, cursor: Record<string, string>): string {
  const url = new URL(call.url(call.path));
  for (const name of ['max_id', 'since_id', 'min_id']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(cursor)) url.searchParams.set(name, value);
  return url.href;
}
