import type { ArchivedItem } from '../../../core/analysis/archive.ts';
import type { Part } from '../../../core/messaging/inbox.ts';
import { compact } from '../../../lib/compact.ts';
import { type GraphPage, nextPosition, type Position } from './paging.ts';

/** A page of an edge as a part of the archive. The cursor is the position of the next page. */
export async function readArchive<Item>(
  cursor: string | undefined,
  read: (position: Position) => Promise<GraphPage<Item>>,
  toItem: (item: Item) => ArchivedItem | undefined,
  positionAfter: (page: GraphPage<unknown>) => Position | undefined = nextPosition,
): Promise<Part<ArchivedItem>> {
  const page = await read(cursor === undefined ? {} : (JSON.parse(cursor) as Position));
  const next = positionAfter(page);
  const items = page.data.flatMap((item) => toItem(item) ?? []);
  return compact({ items, cursor: next === undefined ? undefined : JSON.stringify(next) });
}
