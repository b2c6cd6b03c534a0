import type { Call } from '../../core/platform.ts';
import type { LedgerMedia } from '../../core/world/world.ts';
import { type NodeType, project } from '../meta/node.ts';
import { graphTime } from '../meta/time.ts';
import { edgePath } from '../meta/versions.ts';
import { commentSummary, commentType, topLevelComments } from './comments/comment-node.ts';
import { countedEdge, likesEdge } from './edges.ts';
import { type Facebook, numberOf, type PostRow } from './store.ts';

/** https://developers.facebook.com/docs/graph-api/reference/page-post */
export function postType(facebook: Facebook, call: Call): NodeType<PostRow> {
  const { world, store } = facebook;
  return {
    name: 'PagePost',
    defaults: ['created_time', 'message', 'id'],
    fields: {
      id: ({ id }) => id,
      message: ({ message }) => message || undefined,
      story: () => undefined,
      created_time: ({ created_at }) => graphTime(created_at),
      updated_time: ({ updated_at }) => graphTime(updated_at),
      permalink_url: (row) => permalink(facebook, row),
      full_picture: (row) => store.photos.get(row.photos[0] ?? '')?.url ?? thumbnail(facebook, row),
      status_type: (row) => statusType(row),
      is_published: (row) => isPublic(row, world.clock.now()),
      is_hidden: () => false,
      scheduled_publish_time: ({ scheduled_at }) => (scheduled_at === null ? undefined : scheduled_at / 1000),
      from: ({ author_id, author_name }) => ({ name: author_name, id: author_id }),
      shares: ({ shared_by }) => (shared_by.length > 0 ? { count: shared_by.length } : undefined),
      attachments: (row) => attachments(facebook, row),
      likes: (row, options) => likesEdge(facebook, call, row, options),
      reactions: (row, options) => likesEdge(facebook, call, row, options),
      comments: (row, options) =>
        countedEdge(
          call,
          {
            rows: topLevelComments(facebook, row.id),
            direction: 'oldest first',
            map: (comment) => project(commentType(facebook, call), comment, options.fields),
            limitMax: 100,
            path: edgePath(call, row.id, 'comments'),
          },
          options,
          commentSummary(facebook, row.id),
        ),
    },
  };
}

/** The id by which a post is known: a reel has that of its video. */
export function publicId({ id, place, video }: PostRow): string {
  return place === 'reel' && video !== null ? video : id;
}

/** For the ledger. */
export function mediaOf({ store }: Facebook, post: PostRow): LedgerMedia[] {
  const photos = post.photos.flatMap((id) => store.photos.get(id) ?? []);
  const media: LedgerMedia[] = photos.map(({ url, alt_text }) => ({
    type: 'image',
    url,
    ...(alt_text !== null && { alt: alt_text }),
  }));
  const video = post.video === null ? undefined : store.videos.get(post.video);
  if (video) media.push({ type: 'video', url: video.url });
  return media;
}

/** Scheduled posts come out by themselves. */
export function isPublic({ is_published, scheduled_at }: PostRow, now: number): boolean {
  return is_published || (scheduled_at !== null && scheduled_at <= now);
}

export function permalink({ world }: Facebook, { id, account, place, video }: PostRow): string {
  if (place === 'reel') return `https://www.facebook.com/reel/${video}`;
  const name = world.accounts.get(account)?.platform_id ?? account;
  return `https://www.facebook.com/${name}/posts/${numberOf(id)}`;
}

export function statusType({ photos, video, link }: PostRow): string {
  if (video !== null) return 'added_video';
  if (photos.length > 0) return 'added_photos';
  return link === null ? 'mobile_status_update' : 'shared_story';
}

function thumbnail({ world }: Facebook, { video }: PostRow): string | undefined {
  return video === null ? undefined : world.media.sample('sample.jpg');
}

function attachments({ world, store }: Facebook, { photos, video, link }: PostRow): object | undefined {
  const image = (src: string) => ({ image: { height: 720, src, width: 720 } });
  const shown = photos
    .flatMap((id) => store.photos.get(id) ?? [])
    .map(({ id, url }) => ({
      media_type: 'photo',
      media: image(url),
      target: { id },
      type: 'photo',
      url: `https://www.facebook.com/photo.php?fbid=${id}`,
    }));
  if (shown.length > 1)
    return { data: [{ media_type: 'album', media: shown[0]?.media, type: 'album', subattachments: { data: shown } }] };
  if (shown.length === 1) return { data: shown };
  if (video !== null)
    return {
      data: [
        {
          media_type: 'video',
          media: { ...image(world.media.sample('sample.jpg')), source: store.videos.get(video)?.url },
          target: { id: video },
          type: 'video_inline',
          url: `https://www.facebook.com/watch/?v=${video}`,
        },
      ],
    };
  return link === null ? undefined : { data: [{ media_type: 'link', type: 'share', title: link, url: link }] };
}
