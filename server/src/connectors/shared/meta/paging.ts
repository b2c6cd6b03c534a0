import { z } from 'zod';
import { text } from './wire.ts';

const paging = z.object({ cursors: z.object({ after: text }).optional(), next: text });

/** One page of an edge. Each item is parsed with `item`. */
export function graphPage<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), paging: paging.optional() });
}

export interface GraphPage<Item> {
  readonly data: readonly Item[];
  readonly paging?: z.infer<typeof paging> | undefined;
}

/** Query parameters that ask for the next page. */
export type Position = Readonly<Record<string, string>>;

const POSITION_PARAMETERS = ['after', 'until', 'since', '__paging_token'];
/** Pages may be shorter than requested, even empty. So both pages and items are bounded. */
const PAGES_MAX = 20;

/**
 * The position of the next page; undefined on the last one. Only `next` says that there is more, an `after` cursor
 * alone does not. The address in `next` is never followed, because it may name another host; only its position is used.
 */
export function nextPosition(page: GraphPage<unknown>): Position | undefined {
  const next = page.paging?.next;
  if (next === undefined || next === '') return undefined;
  const after = page.paging?.cursors?.after;
  if (after !== undefined && after !== '') return { after };
  if (!URL.canParse(next)) return undefined;
  const parameters = new URL(next).searchParams;
  const position = POSITION_PARAMETERS.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return position.length === 0 ? undefined : Object.fromEntries(position);
}

/**
 * The position of the next page on hosts without `next` (Threads): there is more while there are items and a cursor.
 */
export function nextCursor(page: GraphPage<unknown>): Position | undefined {
  const after = page.paging?.cursors?.after;
  return page.data.length === 0 || after === undefined || after === '' ? undefined : { after };
}

/** Reads pages until the last one, `itemsMax` items, or a page that repeats the position before it. */
export async function collectPages<Item>(
  read: (position: Position) => Promise<GraphPage<Item>>,
  itemsMax: number,
  start: Position = {},
  positionAfter: (page: GraphPage<unknown>) => Position | undefined = nextPosition,
): Promise<Item[]> {
  const items: Item[] = [];
  let position: Position | undefined = start;
  for (let pages = 0; position !== undefined && items.length < itemsMax && pages < PAGES_MAX; pages++) {
    const page: GraphPage<Item> = await read(position);
    items.push(...page.data);
    const next = positionAfter(page);
    position = JSON.stringify(next) === JSON.stringify(position) ? undefined : next;
  }
  return items.slice(0, itemsMax);
}
