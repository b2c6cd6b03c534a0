import type { Call, PlatformResponse } from '../../core/platform.ts';
import { seenSince, sizeOf } from '../../core/world/audience.ts';
import { isComplete, isSeen } from './accept.ts';
import { me } from './access.ts';
import { invalid, ok } from './errors.ts';
import { isCount } from './post-info.ts';
import type { PostRow, TikTok } from './store.ts';
import { addressOf, countActs } from './views.ts';

const pageMax = 20;
const idsMax = 20;
const cover = 'sample.jpg';

/** The account's posts as its API shows them: public, moderated, the newest first. */
export function seenPosts({ world, store }: TikTok, account: string): PostRow[] {
  const now = world.clock.now();
  return store.posts
    .where('account', account)
    .filter((post) => isSeen(post, now))
    .filter(({ publish_id }) => {
      const publish = store.publishes.get(publish_id);
      return publish !== undefined && isComplete(publish);
    })
    .reverse();
}

function videoView(tiktok: TikTok, post: PostRow, fields: readonly string[]): Record<string, unknown> {
  const { like, comment, share } = countActs(tiktok, post.id);
  const { title, description } = post.info;
  const all: Record<string, unknown> = {
    id: post.id,
    title,
    video_description: post.kind === 'video' ? title : description,
    create_time: Math.floor(post.created_at / 1000),
    cover_image_url: tiktok.world.media.sample(cover),
    share_url: addressOf(tiktok, post),
    duration: post.duration_seconds,
    height: 1920,
    width: 1080,
    embed_link: `https://www.tiktok.com/player/v1/${post.id}`,
    embed_html: '',
    like_count: like,
    comment_count: comment,
    share_count: share,
    view_count: like + comment + share + seenSince(sizeOf(post.id), post.created_at, tiktok.world.clock.now()),
  };
  return Object.fromEntries(
    fields.map((name) => {
      if (!Object.hasOwn(all, name)) throw invalid(`The field ${name} is not known.`);
      return [name, all[name]];
    }),
  );
}

function fieldsOf(call: Call): string[] {
  const fields = String(call.query.fields ?? '')
    .split(',')
    .filter(Boolean);
  if (fields.length === 0) throw invalid('The fields are missing.');
  return fields;
}

/** `POST /v2/video/list/?fields=`: the cursor is a time in ms, what is older follows. */
export function listVideos(tiktok: TikTok, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'video.list');
  const fields = fieldsOf(call);
  const { max_count = 10, cursor = Number.MAX_SAFE_INTEGER } = call.body;
  if (!isCount(max_count) || max_count < 1 || max_count > pageMax) throw invalid('The max_count is not 1 to 20.');
  if (!isCount(cursor)) throw invalid('The cursor is not valid.');
  const rows = seenPosts(tiktok, platform_id).filter(({ created_at }) => created_at < cursor);
  const page = rows.slice(0, max_count);
  const videos = page.map((post) => videoView(tiktok, post, fields));
  return ok({ videos, cursor: page.at(-1)?.created_at ?? cursor, has_more: rows.length > page.length });
}

/** `POST /v2/video/query/?fields=`: what is not the account's or not to be seen is left out. */
export function queryVideos(tiktok: TikTok, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'video.list');
  const fields = fieldsOf(call);
  const filters = call.body.filters as { video_ids?: unknown } | undefined;
  const ids = filters?.video_ids;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > idsMax) throw invalid('There are not 1 to 20 video_ids.');
  const found = seenPosts(tiktok, platform_id).filter(({ id }) => ids.includes(id));
  return ok({ videos: found.map((post) => videoView(tiktok, post, fields)) });
}
