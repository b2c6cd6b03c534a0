import type { Call } from '../../core/platform.ts';
import type { FieldOptions } from '../meta/fields.ts';
import { type ListOptions, nestedList, type Ordered } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import type { Facebook, PostRow } from './store.ts';

/**
 * An edge inside another answer with its summary: `comments.summary(true).limit(0)` is the usual way to a count.
 * https://developers.facebook.com/docs/graph-api/results
 */
export function countedEdge<Row extends Ordered>(
  call: Call,
  list: ListOptions<Row>,
  options: FieldOptions,
  summary: Readonly<Record<string, unknown>>,
): object {
  const isEmpty = options.args.limit === '0';
  const page = isEmpty ? undefined : nestedList(call, list, options);
  const hasSummary = options.args.summary === 'true' || options.args.summary === '1';
  return { data: [], ...page, ...(hasSummary && { summary }) };
}

/** People who like a post, a video or a comment. */
export function likesEdge(
  facebook: Facebook,
  call: Call,
  row: Pick<PostRow, 'id' | 'liked_by'>,
  options: FieldOptions,
): object {
  const rows = row.liked_by.map((id) => ({ order: id, id, name: facebook.store.people.get(id)?.name }));
  const list = {
    rows,
    direction: 'newest first' as const,
    map: ({ id, name }: { id: string; name: string | undefined }) => ({ id, name }),
    limitMax: 100,
    path: edgePath(call, row.id, 'likes'),
  };
  return countedEdge(call, list, options, { total_count: rows.length, can_like: true, has_liked: false });
}
