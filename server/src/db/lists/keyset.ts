import type { Context } from '../../core/context.ts';
import { PAGE_DEFAULT, toPage } from '../../core/page.ts';

/** The position after which a keyset page starts: an ISO time or a number, and an id. */
export type TimePosition = readonly [string, string];

/**
 * One page of a list that is ordered by a time or a number, and an id. Reads one row more than requested, to know whether a next page
 * exists. `filters` are part of the cursor's signature, so a cursor fits its own list only. `search`: the list reads a bounded part for
 * a page, so a page can be short and have a next one.
 */
export async function keysetPage<Row, Item>(
  ctx: Context,
  name: string,
  input: { limit?: number | undefined; cursor?: string | undefined },
  list: {
    readonly filters?: unknown;
    readonly read: (after: TimePosition | undefined, limit: number) => Promise<readonly Row[]>;
    readonly position: (row: Row) => readonly [Date | number, string];
    readonly item: (row: Row) => Item | Promise<Item>;
    readonly search?: (row: Row) => { readonly fits: boolean; readonly ends: boolean };
  },
) {
  const limit = input.limit ?? PAGE_DEFAULT;
  const scope = `${name} ${JSON.stringify(list.filters ?? {})}`;
  const after =
    input.cursor === undefined
      ? undefined
      : (ctx.cursors.decode(ctx.tenant.id, scope, input.cursor) as unknown as TimePosition);
  const rows = await list.read(after, limit);
  const page = rows.slice(0, limit);
  const items = await Promise.all(page.filter((row) => list.search?.(row).fits ?? true).map(list.item));
  const last = page.at(-1);
  if (last === undefined || (rows.length <= limit && !list.search?.(last).ends)) return toPage(items, limit, undefined);
  const [key, id] = list.position(last);
  const place = typeof key === 'number' ? String(key) : key.toISOString();
  return toPage(items, limit, ctx.cursors.encode(ctx.tenant.id, scope, [place, id]));
}
