import type { Query } from '../parameters.ts';
import { anId, integer, type Rule, text, time } from '../parameters.ts';
import { invalidRequest } from '../problems.ts';
import { compareIds } from '../store.ts';

/** Parameters of every timeline: a window by id and by time, and a page of it. */
export function timelineRules(min: number, max = 100): Readonly<Record<string, Rule>> {
  return {
    max_results: integer(min, max),
    pagination_token: text(64),
    since_id: anId,
    until_id: anId,
    start_time: time,
    end_time: time,
  };
}

interface Item {
  readonly id: string;
  readonly created_at: number;
}

/** `since_id` and `until_id` are exclusive; times count in whole seconds, the end is exclusive. */
export function inWindow<Row extends Item>(rows: readonly Row[], query: Query): Row[] {
  const since = query.get('since_id');
  const until = query.get('until_id');
  const start = query.time('start_time') ?? 0;
  const end = query.time('end_time') ?? Number.POSITIVE_INFINITY;
  return rows.filter(
    ({ id, created_at }) =>
      (since === undefined || compareIds(id, since) > 0) &&
      (until === undefined || compareIds(id, until) < 0) &&
      created_at >= start &&
      created_at < end,
  );
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next_token?: string;
  readonly previous_token?: string;
}

/** Cuts a page out of rows that are sorted newest first. A token holds the id at which the page before ended. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
  token: { name: string; value: string | undefined },
): Page<Row> {
  if (token.value === undefined) return cut(rows, 0, size);
  const cursor = readToken(token.value);
  if (!cursor) {
    const message = `The \`${token.name}\` query parameter value [${token.value}] is not valid`;
    throw invalidRequest({ name: token.name, value: token.value, message });
  }
  const older = rows.findIndex(({ id }) => compareIds(id, cursor.id) < 0);
  const after = older === -1 ? rows.length : older;
  if (cursor.direction === 'older') return cut(rows, after, size);
  const before = rows.findIndex(({ id }) => compareIds(id, cursor.id) <= 0);
  return cut(rows, Math.max(0, (before === -1 ? rows.length : before) - size), size);
}

function cut<Row extends { readonly id: string }>(all: readonly Row[], start: number, size: number): Page<Row> {
  const rows = all.slice(start, start + size);
  const last = rows.at(-1);
  const first = rows[0];
  return {
    rows,
    ...(last && start + size < all.length ? { next_token: writeToken('older', last.id) } : {}),
    ...(first && start > 0 ? { previous_token: writeToken('newer', first.id) } : {}),
  };
}

type Direction = 'older' | 'newer';

function writeToken(direction: Direction, id: string): string {
  return `${direction === 'older' ? '7140' : '77qp'}${BigInt(id).toString(36)}`;
}

function readToken(token: string): { direction: Direction; id: string } | undefined {
  const [, start, digits = ''] = /^(7140|77qp)([0-9a-z]{1,14})$/.exec(token) ?? [];
  if (start === undefined) return undefined;
  let id = 0n;
  for (const digit of digits) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  return { direction: start === '7140' ? 'older' : 'newer', id: String(id) };
}
