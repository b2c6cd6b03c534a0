import { z } from 'zod';
import { text } from './wire.ts';

const paging = z.object({ cursors: z.object({ after: text }).optional(), next: text });

/** One page of an edge. Items are checked one by one with `item`. */
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
/** Pages may be shorter than asked for, even empty, so reading is bounded by pages as well as by items. */
const PAGES_MAX = 20;

/**
 * Where the next page begins, or undefined on the last one. An `after` cursor alone does not mean that there is more:
 * only `next` does. Its address is never followed, as it may name another host; only the position is taken from it.
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

/** Where the next page begins on hosts that never say `next` (Threads): there is more as long as there are items and a cursor. */
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
