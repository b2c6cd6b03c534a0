import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { invalidParameter, requireScope } from '../meta/errors.ts';
import { booleanInput, isObject } from '../meta/input.ts';
import { project, requestedFields } from '../meta/node.ts';
import { dayMs } from '../meta/time.ts';
import { ownPage } from './access.ts';
import { duplicatePost, photosUsed, scheduleTime } from './errors.ts';
import { mediaOf, postType, publicId } from './post-node.ts';
import { readMessage } from './posts.ts';
import { scopes } from './scopes.ts';
import type { Facebook, PhotoRow, PostRow } from './store.ts';
import { sendPostCallback } from './webhooks.ts';

/** The same text within this time is taken for a mistake; how long it really is is not documented. */
const duplicateMs = 60_000;

/** `POST /{page}/feed`: https://developers.facebook.com/docs/pages-api/posts */
export function createPost(facebook: Facebook, call: Call): PlatformResponse {
  const { store } = facebook;
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  const message = readMessage(call);
  const link = readLink(call);
  const photos = readAttachedMedia(facebook, call, account);
  if (message.trim() === '' && link === null && photos.length === 0)
    throw invalidParameter('You must provide at least one of: message, link, attached_media');
  const timing = readTiming(facebook, call);
  if (photos.length === 0) checkDuplicate(facebook, account, message, link);

  const row = call.effect(() => {
    const post = newPost(facebook, account, {
      message,
      link,
      photos: photos.map(({ id }) => id),
      ...timing,
      visible_at: call.visibleAt(),
    });
    for (const photo of photos) store.photos.put(photo.id, { ...photo, used_by: post.id });
    putPost(facebook, call, post);
    return post;
  });
  return json(project({ ...postType(facebook, call), defaults: ['id'] }, row, requestedFields(call)));
}

/** Writes a post with its ledger entry and its callback. Inside an effect. */
export function putPost(facebook: Facebook, call: Call, post: PostRow): void {
  facebook.store.posts.put(post.id, post);
  const platform_id = publicId(post);
  const kind = post.is_published ? 'post' : post.scheduled_at === null ? 'draft' : 'schedule';
  call.record({ kind, platform_id, text: post.message, media: mediaOf(facebook, post) });
  if (post.is_published) sendPostCallback(facebook, post, 'add');
}

/** A post of the Page itself; what is not said is as it is for a plain text. */
export function newPost(
  { world }: Facebook,
  account: Account,
  options: Partial<Omit<PostRow, 'id' | 'order' | 'account' | 'liked_by' | 'shared_by'>>,
): PostRow {
  const now = world.clock.now();
  return {
    id: `${account.platform_id}_${world.ids.digits('4', 15)}`,
    order: world.ids.snowflake(),
    account: account.platform_id,
    author_id: account.platform_id,
    author_name: account.name,
    message: '',
    link: null,
    photos: [],
    video: null,
    place: 'feed',
    is_published: true,
    scheduled_at: null,
    liked_by: [],
    shared_by: [],
    created_at: now,
    updated_at: now,
    visible_at: now,
    ...options,
  };
}

/** Native scheduling: unpublished, with a time ten minutes to thirty days from now. */
export function readTiming({ world }: Facebook, call: Call): Pick<PostRow, 'is_published' | 'scheduled_at'> {
  const is_published = booleanInput(call, 'published') ?? true;
  const time = call.input('scheduled_publish_time');
  if (!time) return { is_published, scheduled_at: null };
  if (is_published) throw invalidParameter('You cannot specify a scheduled publish time on a published post');
  const scheduled_at = Number(time) * 1000;
  const wait = scheduled_at - world.clock.now();
  if (!(wait >= 600_000 - 5000 && wait <= 30 * dayMs)) throw scheduleTime();
  return { is_published, scheduled_at };
}

function readLink(call: Call): string | null {
  const link = call.input('link');
  if (!link) return null;
  if (!/^https?:$/.test(URL.parse(link)?.protocol ?? '')) throw invalidParameter('The url you supplied is invalid');
  return link;
}

/** JSON text, a JSON array, or form keys `attached_media[0]={"media_fbid":"…"}`. */
function readAttachedMedia({ store }: Facebook, call: Call, account: Account): PhotoRow[] {
  const value = call.body.attached_media ?? call.query.attached_media;
  if (value === undefined || value === '') return [];
  const list = typeof value === 'string' ? parse(value) : isObject(value) ? Object.values(value) : value;
  if (!Array.isArray(list)) throw invalidParameter('Param attached_media must be an array.');
  const photos = list.map((item, index) => {
    const object = typeof item === 'string' ? parse(item) : item;
    const id = isObject(object) ? String(object.media_fbid ?? '') : '';
    const photo = store.photos.get(id);
    if (photo?.account !== account.platform_id)
      throw invalidParameter(`Param attached_media[${index}] must name an unpublished photo of this Page`);
    return photo;
  });
  if (photos.some(({ used_by }) => used_by !== null) || new Set(photos).size < photos.length) throw photosUsed();
  return photos;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function checkDuplicate({ world, store }: Facebook, account: Account, message: string, link: string | null): void {
  if (!world.settings.duplicate_rules) return;
  const from = world.clock.now() - duplicateMs;
  const isSame = (row: PostRow) =>
    row.created_at > from && row.message === message && row.link === link && row.photos.length === 0 && !row.video;
  if (store.posts.where('account', account.platform_id).some(isSame)) throw duplicatePost();
}
