import type { Context } from '../../core/context.ts';
import { mediaLimitsFor } from '../../core/limits.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Runner } from '../../db/query.ts';
import type { StoredMedia, StoredSegment } from '../../db/schema.ts';
import { hasFfmpeg } from '../../lib/media-files/index.ts';
import { copyFor, isFilm, media, VIDEO_COPIES, videoCopies, whyUnfitFilm } from '../media/index.ts';
import type { NewPost } from './new-post.repository.ts';
import type { PostRow, TargetInput } from './post.ts';

/** What a post shows where, and when. */
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

/** Whether a post shows stored files. */
export function showsFiles({ media, segments, targets }: Showing): boolean {
  const isStored = ({ source_type }: StoredMedia) => source_type === 'media_id';
  return (
    media.some(isStored) ||
    (segments ?? []).some((segment) => segment.media.some(isStored)) ||
    targets.some(({ input }) => input.media?.some(isStored))
  );
}

/**
 * Has the copies made that posts will need, so that they are there when they are due; also those that failed before and
 * may work now. Best effort: what is missing is asked for again when it is published.
 */
export async function askForCopies(ctx: Context, posts: readonly Showing[], db: Runner = ctx.db): Promise<void> {
  const showing = posts.filter(showsFiles);
  if (showing.length === 0 || ctx.request.dryRun) return;
  try {
    const wanted = await wantedBy(ctx, db, showing);
    if (wanted.length === 0) return;
    await videoCopies.ask(db, ctx.tenant.id, wanted, true);
    ctx.services.wake(VIDEO_COPIES);
  } catch {
    // The post is there, whatever becomes of this.
  }
}

async function wantedBy(ctx: Context, db: Runner, posts: readonly Showing[]): Promise<videoCopies.WantedCopy[]> {
  const shown = posts.flatMap((post) =>
    post.targets.map((target) => ({ post, target, items: itemsOf(post, target.input) })),
  );
  const ids = shown.flatMap(({ items }) => items.map(({ source }) => source));
  const rows = await media.byIds(db, ctx.tenant.id, [...new Set(ids)]);
  const films = new Map(rows.flatMap(({ id, facts }) => (isFilm(facts) ? [[id, facts] as const] : [])));
  if (films.size === 0 || !(await hasFfmpeg())) return [];
  const wanted = new Map<string, videoCopies.WantedCopy>();
  for (const { post, target, items } of shown) {
    const connector = ctx.connectors[target.platform as Platform];
    if (connector === undefined) continue;
    const options = { ...post.platformData[target.platform], ...target.input.platform_data };
    const limits = mediaLimitsFor(connector.limits, options);
    for (const { source: mediaId } of items) {
      const facts = films.get(mediaId);
      const copy = facts === undefined ? undefined : copyFor(facts, limits);
      if (facts === undefined || copy === undefined || whyUnfitFilm(facts, limits, true) !== undefined) continue;
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

/** Stored files that a target shows. */
function itemsOf(post: Showing, input: TargetInput): StoredMedia[] {
  const items = [...(input.media ?? post.media), ...(post.segments ?? []).flatMap((segment) => segment.media)];
  return items.filter(({ source_type }) => source_type === 'media_id');
}
