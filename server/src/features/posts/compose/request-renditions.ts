import { hasFfmpeg } from '@hubbub/media-info';
import type { Context } from '../../../core/context.ts';
import { mediaLimitsFor } from '../../../core/limits.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import {
  areVideoFacts,
  media,
  renditionFor,
  VIDEO_RENDITIONS,
  videoRenditions,
  whyVideoUnfit,
} from '../../media/index.ts';
import type { NewPost } from '../model/new-post.ts';
import type { PostRow, TargetInput } from '../model/post.ts';

/** The media of a post, its targets and the time at which it is due. */
export interface Showing {
  readonly media: readonly StoredMedia[];
  readonly segments: readonly StoredSegment[] | null;
  readonly platformData: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly targets: readonly { readonly platform: string; readonly input: TargetInput }[];
  /** null: now. */
  readonly dueAt: Date | null;
}

export function showingOf(post: NewPost): Showing {
  const times = [post.schedule, ...post.targets.map(({ schedule }) => schedule)].flatMap((time) => time?.at ?? []);
  const dueAt = times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
  return { ...post, dueAt };
}

export function showingOfRow({ media, segments, platform_data: platformData, targets }: PostRow): Showing {
  return { media, segments, platformData, targets: targets ?? [], dueAt: null };
}

/** Whether a post has stored files. */
export function showsFiles({ media, segments, targets }: Showing): boolean {
  const isStored = ({ source_type }: StoredMedia) => source_type === 'media_id';
  return (
    media.some(isStored) ||
    (segments ?? []).some((segment) => segment.media.some(isStored)) ||
    targets.some(({ input }) => input.media?.some(isStored))
  );
}

/**
 * Requests the renditions that posts will need, so that they are ready in time; also those that failed before. Best effort:
 * publishing requests missing renditions again.
 */
export async function requestRenditions(ctx: Context, posts: readonly Showing[], db: Runner = ctx.db): Promise<void> {
  const showing = posts.filter(showsFiles);
  if (showing.length === 0 || ctx.request.dryRun) return;
  try {
    const wanted = await wantedBy(ctx, db, showing);
    if (wanted.length === 0) return;
    await videoRenditions.request(db, ctx.tenant.id, wanted, true);
    ctx.wake(VIDEO_RENDITIONS);
  } catch {
    // The post is written already, so a failure here must not fail the request.
  }
}

async function wantedBy(
  ctx: Context,
  db: Runner,
  posts: readonly Showing[],
): Promise<videoRenditions.WantedRendition[]> {
  const shown = posts.flatMap((post) =>
    post.targets.map((target) => ({ post, target, items: itemsOf(post, target.input) })),
  );
  const ids = shown.flatMap(({ items }) => items.map(({ source }) => source));
  const rows = await media.byIds(db, ctx.tenant.id, [...new Set(ids)]);
  const videos = new Map(rows.flatMap(({ id, facts }) => (areVideoFacts(facts) ? [[id, facts] as const] : [])));
  if (videos.size === 0 || !(await hasFfmpeg())) return [];
  const wanted = new Map<string, videoRenditions.WantedRendition>();
  for (const { post, target, items } of shown) {
    const connector = ctx.connectors[target.platform as Platform];
    if (connector === undefined) continue;
    const options = { ...post.platformData[target.platform], ...target.input.platform_data };
    const limits = mediaLimitsFor(connector.limits, options);
    for (const { source: mediaId } of items) {
      const facts = videos.get(mediaId);
      const copy = facts === undefined ? undefined : renditionFor(facts, limits);
      if (facts === undefined || copy === undefined || whyVideoUnfit(facts, limits, true) !== undefined) continue;
      const key = `${mediaId}.${copy.name}`;
      const { platforms = [], neededAt } = wanted.get(key) ?? {};
      const dueAt = post.dueAt ?? new Date();
      wanted.set(key, {
        ...copy,
        mediaId,
        platforms: [...new Set([...platforms, target.platform])],
        neededAt: neededAt === undefined || dueAt < neededAt ? dueAt : neededAt,
      });
    }
  }
  return [...wanted.values()];
}

/** The stored files that a target publishes. */
function itemsOf(post: Showing, input: TargetInput): StoredMedia[] {
  const items = [...(input.media ?? post.media), ...(post.segments ?? []).flatMap((segment) => segment.media)];
  return items.filter(({ source_type }) => source_type === 'media_id');
}
