import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import type { Platform } from '../../core/platforms.ts';
import { accounts } from '../accounts/index.ts';
import { brands } from '../brands/index.ts';
import { tenantNow } from '../clock/index.ts';
import { held } from '../held/index.ts';
import { media, toLogoFields } from '../media/index.ts';
import {
  knownMedia,
  mediaOf,
  notes,
  type PostPreview,
  type PostRow,
  posts,
  previewsOf,
  withText,
} from '../posts/index.ts';
import { workspaceProfiles } from '../workspaces/index.ts';
import * as links from './review-link.repository.ts';

const PAGE_POSTS = 50;
const MEDIA_HOURS = 12;

/** One post on the page of a link. */
export interface ReviewPost {
  readonly id: string;
  readonly status: PostRow['status'];
  readonly scheduledAt: Date | null;
  readonly review: PostRow['review'];
  /** The thing that a decision is about; undefined: nothing waits. */
  readonly waiting: (NonNullable<PostRow['held']> & { readonly hasPassed: boolean }) | undefined;
  readonly previews: readonly (PostPreview & {
    readonly platformName: string;
    readonly accountName: string;
    /** Its own time, where it has one. */
    readonly at: Date | undefined;
    readonly permalink: string | undefined;
  })[];
  readonly notes: readonly { readonly text: string; readonly by: string; readonly at: Date }[];
}

/** Everything that the page of a link shows. */
export interface ReviewFacts {
  readonly status: links.LinkRow['status'];
  readonly host: { readonly name: string; readonly logo: string | undefined };
  readonly brandName: string;
  readonly timezone: string;
  readonly name: string | undefined;
  readonly message: string | undefined;
  readonly expiresAt: Date;
  readonly livemode: boolean;
  readonly posts: readonly ReviewPost[];
  readonly page: number;
  readonly pages: number;
  readonly count: number;
  /** Addresses of the media that the previews name by `id`, with the types of their files. */
  readonly files: ReadonlyMap<string, { readonly url: string; readonly contentType: string }>;
}

/** The facts of a link's page. It is no operation of the API: the page runs it. */
export const showReview = defineOperation({
  name: 'show_review',
  summary: 'Show the page of a review link',
  description: 'Shows the posts of a link.',
  tag: 'Approvals',
  http: { method: 'get', path: '/review/{review_link_id}', status: 200 },
  scope: 'any',
  input: z.strictObject({ review_link_id: z.string(), page: z.number().int().min(1) }),
  output: z.looseObject({}),

  async run(ctx, { review_link_id: id, page: asked }): Promise<{ facts: ReviewFacts }> {
    const link = await links.byId(ctx.db, ctx.tenant.id, id);
    if (link === undefined) throw notFound('review_link', id);
    const { name, logo } = await workspaceProfiles.find(ctx.db, ctx.tenant.id);
    const [brand] = await brands.list(ctx.db, ctx.tenant.id, { after: undefined, ids: [link.brand_id], limit: 1 });
    const ids = link.status === 'active' ? await links.postIds(ctx.db, ctx.tenant.id, link, links.SHOWN_MAX) : [];
    const pages = Math.max(1, Math.ceil(ids.length / PAGE_POSTS));
    const page = Math.min(asked, pages);
    const shown = await postsShown(ctx, ids.slice((page - 1) * PAGE_POSTS, page * PAGE_POSTS));
    return {
      facts: {
        status: link.status,
        host: { name, logo: (await toLogoFields(ctx, logo)).logo_url ?? undefined },
        brandName: brand?.name ?? '',
        timezone: brand?.timezone ?? 'UTC',
        name: link.name ?? undefined,
        message: link.message ?? undefined,
        expiresAt: link.expires_at,
        livemode: ctx.tenant.mode === 'live',
        posts: shown,
        page,
        pages,
        count: ids.length,
        files: await filesOf(ctx, shown),
      },
    };
  },
});

async function postsShown(ctx: Context, ids: readonly string[]): Promise<ReviewPost[]> {
  const rows = new Map((await posts.byIds(ctx.db, ctx.tenant.id, ids)).map((row) => [row.id, row]));
  const all = ids.flatMap((id) => rows.get(id) ?? []);
  const accountIds = all.flatMap(({ targets }) => (targets ?? []).map((target) => target.account_id));
  const names = new Map(
    (await accounts.byIds(ctx.db, ctx.tenant.id, accountIds)).map((row) => [row.id, row.name || row.username]),
  );
  const known = await knownMedia(ctx, ctx.db, all.flatMap(mediaOf));
  const written = Map.groupBy(await notes.forClients(ctx.db, ctx.tenant.id, ids), (note) => note.post_id);
  const now = await tenantNow(ctx);
  const found = [];
  for (const row of all) {
    const targets = new Map((row.targets ?? []).map((target) => [target.account_id, target]));
    found.push({
      id: row.id,
      status: row.status,
      scheduledAt: row.scheduled_at,
      review: row.review,
      waiting: row.held === null ? undefined : { ...row.held, hasPassed: hasPassed(row, now) },
      previews: previewsOf(ctx, await asApproved(ctx, row), known).previews.map((preview) => {
        const target = targets.get(preview.account_id ?? '');
        const at = target?.scheduled_at ?? null;
        return {
          ...preview,
          platformName: ctx.connectors[preview.platform as Platform]?.displayName ?? preview.platform,
          accountName: names.get(preview.account_id ?? '') ?? '',
          at: at === null ? undefined : new Date(at),
          permalink: target?.permalink ?? undefined,
        };
      }),
      notes: (written.get(row.id) ?? []).map(({ text, created_by: by, created_at: at }) => ({ text, by: by.name, at })),
    });
  }
  return found;
}

/** Whether a post that was never published has a time that has passed: it needs another one first. */
function hasPassed({ held: waiting, scheduled_at: at }: PostRow, now: Date): boolean {
  return waiting?.kind === 'post' && (waiting.state === 'missed' || (at !== null && at <= now));
}

/** The post as an approval of what waits would leave it: of a live post only the text can be changed. */
export async function asApproved(ctx: Context, row: PostRow): Promise<PostRow> {
  const edit = row.held?.kind === 'edit' ? await held.byId(ctx.db, ctx.tenant.id, row.held.id) : undefined;
  return typeof edit?.input.text === 'string' ? withText(row, edit.input.text) : row;
}

async function filesOf(ctx: Context, shown: readonly ReviewPost[]): Promise<ReviewFacts['files']> {
  const items = shown.flatMap(({ previews }) =>
    previews.flatMap(({ media: own, card }) => [...own, ...(card?.image === undefined ? [] : [card.image])]),
  );
  const ids = [...new Set(items.flatMap(({ id }) => id ?? []))];
  const rows = await media.byIds(ctx.db, ctx.tenant.id, ids);
  const until = new Date(Date.now() + MEDIA_HOURS * 3_600_000);
  return new Map(
    await Promise.all(
      rows
        .filter(({ status }) => status === 'ready')
        .map(async ({ id, filename, content_type: contentType }) => {
          const file = { tenantId: ctx.tenant.id, id, filename, contentType };
          return [id, { url: await ctx.files.links.download(file, until), contentType }] as const;
        }),
    ),
  );
}
