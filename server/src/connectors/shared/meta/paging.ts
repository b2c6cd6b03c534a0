import { z } from 'zod';
import type { CommentPart, CommentsOptions } from '../../../core/messaging/inbox.ts';
import { compact } from '../../../lib/compact.ts';
import type { Collected } from '../collected.ts';
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

export interface PagesOptions<Item> {
  /** Reading ends after the page that reaches it. */
  readonly itemsMax?: number;
  readonly start?: Position | undefined;
  readonly positionAfter?: (page: GraphPage<unknown>) => Position | undefined;
  /** Whether no following page holds a wanted item. */
  readonly isEnough?: (items: readonly Item[]) => boolean;
}

export interface CollectedPages<Item> extends Collected<Item> {
  readonly next?: Position;
}

/** Reads pages until the last one or a bound. `next`: the position after a bound. */
export async function collectPages<Item>(
  read: (position: Position) => Promise<GraphPage<Item>>,
  { itemsMax = Infinity, start = {}, positionAfter = nextPosition, isEnough = () => false }: PagesOptions<Item> = {},
): Promise<CollectedPages<Item>> {
  const items: Item[] = [];
  let position = start;
  for (let pages = 0; items.length < itemsMax && pages < PAGES_MAX; pages++) {
    const page = await read(position);
    items.push(...page.data);
    const next = positionAfter(page);
    if (isEnough(page.data)) return { items, isWhole: true };
    const hasLostPosition = positionAfter === nextPosition && Boolean(page.paging?.next);
    if (next === undefined) return { items, isWhole: !hasLostPosition };
    // A page that repeats the position before it leads nowhere.
    if (JSON.stringify(next) === JSON.stringify(position)) return { items, isWhole: false };
    position = next;
  }
  return { items, isWhole: false, next: position };
}

const StoredPosition = z.record(z.string(), z.string());

/** The position in a cursor of ours; without one, that of the first page. */
export function positionIn(cursor: string | undefined): Position {
  return cursor === undefined ? {} : StoredPosition.parse(JSON.parse(cursor));
}

/** The comments that were read. They are all of the post only when all were wanted. */
export function commentPart(
  { items, isWhole, next }: CollectedPages<CommentPart['items'][number]>,
  { since, cursor }: CommentsOptions,
): CommentPart {
  const isAll = isWhole && since === undefined && cursor === undefined;
  return compact({ items, isWhole: isAll, cursor: next && JSON.stringify(next) });
}
