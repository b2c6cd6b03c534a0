import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { invalid } from '../../core/errors.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, queryBool, toPage } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { platformFilter } from '../accounts/index.ts';
import { examplePublished } from './examples.ts';
import * as posts from './model/list-posts.repository.ts';
import { Post, type PostRow, PostStatusName, present, toPost } from './model/post.ts';

/** Longer texts end a page early, because writing a response of many megabytes holds up everybody. */
const PAGE_CHARACTERS_MAX = 1_000_000;

const SORTS = [
  'created_at',
  '-created_at',
  'scheduled_at',
  '-scheduled_at',
  'created_desc',
  'created_asc',
  'scheduled_desc',
  'scheduled_asc',
] as const;

const Input = z.strictObject({
  ...pageQuery,
  account_id: z.string().max(200).optional(),
  account_ids: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Account ids separated by commas; wins over account_id' }),
  brand_id: z.string().max(200).optional().meta({ description: 'Posts with a target in this brand' }),
  page_id: z.string().max(200).optional().meta({ description: 'A page or board that a target goes to' }),
  status: PostStatusName.optional(),
  platform: PlatformWord.optional(),
  from: Instant.optional().meta({ description: 'Created then or later' }),
  to: Instant.optional().meta({ description: 'Created then or earlier' }),
  scheduled_from: Instant.optional().meta({
    description: 'Planned for then or later, in any status',
  }),
  scheduled_to: Instant.optional().meta({ description: 'Planned for then or earlier' }),
  search: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Words of the text or title, or their beginnings, upper and lower case alike' }),
  sort: z.enum(SORTS).optional().meta({
    description:
      'Default: created_at. The others list only posts with a time; default with scheduled_from or scheduled_to: scheduled_at',
  }),
  order: z.enum(['asc', 'desc']).optional(),
  hidden: queryBool
    .optional()
    .meta({ wire: { type: 'boolean', default: false }, description: 'true lists hidden posts too' }),
  held: queryBool.optional().meta({
    wire: { type: 'boolean', default: false },
    description: 'true lists only posts of which something waits for a person; false lists them among the others',
  }),
});

export const listPosts = defineOperation({
  name: 'list_posts',
  summary: 'List posts',
  description:
    'Lists posts, newest first unless `sort` and `order` say otherwise. Filters combine. `scheduled_from` and `scheduled_to` list by planned time, earliest first unless `sort` or `order` say otherwise; drafts with a time are among them. Hidden posts come only with `hidden=true`. `held=true` lists what waits for a person. A key limited to brands sees the posts that have a target in one of its brands. A page ends early when its texts together are longer than 1,000,000 characters. A `cursor` belongs to the filters that it was made with; with others it is 400 `invalid_request`.',
  example: { input: { status: 'published' }, output: { data: [examplePublished] } },
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts', status: 200 },
  scope: 'posts:read',
  input: Input,
  output: pageOf(Post),

  async run(ctx, input) {
    const { limit = PAGE_DEFAULT, cursor, ...filters } = input;
    const { sort, order } = orderOf(filters);
    const scope = `posts ${JSON.stringify(filters)}`;
    const position = cursor === undefined ? undefined : ctx.cursors.decode(ctx.tenant.id, scope, cursor);
    const rows = await posts.list(ctx.db, ctx.tenant.id, {
      ...present({
        accountIds: accountIdsOf(filters),
        brandId: filters.brand_id,
        destinationId: filters.page_id,
        status: filters.status,
        from: instantOf(filters.from),
        to: instantOf(filters.to),
        scheduledFrom: instantOf(filters.scheduled_from),
        scheduledTo: instantOf(filters.scheduled_to),
        search: filters.search,
        after: position as [string | null, string] | undefined,
      }),
      brandIds: brandsShown(ctx.actor),
      ...platformFilter(filters.platform),
      hidden: filters.hidden ?? false,
      held: filters.held ?? false,
      sort,
      order,
      limit,
    });
    const page = shortPage(rows.slice(0, limit));
    const last = page.at(-1);
    const next = rows.length > page.length && last !== undefined ? nextCursor(ctx, scope, last, sort) : undefined;
    return toPage(
      page.map((row) => toPost(row, ctx.tenant.mode === 'live')),
      limit,
      next,
    );
  },
});

/** The first posts whose texts a response can hold, one at least. */
function shortPage(rows: readonly PostRow[]): readonly PostRow[] {
  let characters = 0;
  const end = rows.findIndex((row, place) => {
    for (const { text } of [row, ...(row.targets ?? []).map(({ input }) => input)]) characters += text?.length ?? 0;
    return characters > PAGE_CHARACTERS_MAX && place > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function nextCursor(
  ctx: Context,
  scope: string,
  last: { id: string; created_at: Date; scheduled_at: Date | null },
  sort: 'created_at' | 'scheduled_at',
): string {
  return ctx.cursors.encode(ctx.tenant.id, scope, [last[sort]?.toISOString() ?? null, last.id]);
}

function orderOf({ sort, order, scheduled_from: from, scheduled_to: to }: z.output<typeof Input>) {
  const isPlan = sort === undefined && (from ?? to) !== undefined;
  const name = isPlan || sort?.includes('scheduled') ? ('scheduled_at' as const) : ('created_at' as const);
  const own = sort?.startsWith('-') || sort?.endsWith('_desc') ? 'desc' : sort?.endsWith('_asc') ? 'asc' : undefined;
  if (own !== undefined && order !== undefined && own !== order)
    throw invalid('order', `order=${order} contradicts sort=${sort}.`);
  return { sort: name, order: own ?? order ?? (isPlan ? 'asc' : 'desc') } as const;
}

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : toInstant(text);
}

function accountIdsOf(filters: {
  account_id?: string | undefined;
  account_ids?: string | undefined;
}): string[] | undefined {
  if (filters.account_ids === undefined) return filters.account_id === undefined ? undefined : [filters.account_id];
  return filters.account_ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}
