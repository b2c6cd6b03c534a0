import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { MediaFacts, Operation } from '../../core/world/world.ts';
import { requireScope } from '../meta/errors.ts';
import { factsAt } from '../meta/media-facts.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { graphTime } from '../meta/time.ts';
import { ownPage } from './access.ts';
import { newPost, putPost, readTiming } from './create-post.ts';
import { photoInvalid, photoMissing, photoTooBig } from './errors.ts';
import { deletePost, readMessage } from './posts.ts';
import { scopes } from './scopes.ts';
import type { Facebook, PhotoRow } from './store.ts';

const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff', 'image/webp'];
const photoBytesMax = 10 * 1024 * 1024;

/** Unpublished ones are kept for a post that is still to come. */
export function photoOperation(_facebook: Facebook, call: Call): Operation {
  const isUnpublished = ['false', '0'].includes(call.input('published')?.toLowerCase() ?? '');
  return isUnpublished && !call.input('scheduled_publish_time') ? 'upload_media' : 'publish';
}

/** `POST /{page}/photos`: https://developers.facebook.com/docs/graph-api/reference/page/photos */
export async function createPhoto(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const { world, store } = facebook;
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  const caption = call.input('caption') === undefined ? readMessage(call) : readMessage(call, 'caption');
  const timing = readTiming(facebook, call);
  const url = await readPhoto(facebook, call);

  return call.effect(() => {
    const photo: PhotoRow = {
      id: world.ids.digits('39', 16),
      order: world.ids.snowflake(),
      account: account.platform_id,
      url,
      caption,
      alt_text: call.input('alt_text_custom') || null,
      used_by: null,
      created_at: world.clock.now(),
    };
    if (photoOperation(facebook, call) === 'upload_media') {
      store.photos.put(photo.id, photo);
      return json({ id: photo.id });
    }
    const visible_at = call.visibleAt();
    const post = newPost(facebook, account, { message: caption, photos: [photo.id], ...timing, visible_at });
    store.photos.put(photo.id, { ...photo, used_by: post.id });
    putPost(facebook, call, post);
    return json({ id: photo.id, post_id: post.id });
  });
}

/** A file of the call, or an address that is fetched. */
async function readPhoto({ world }: Facebook, call: Call): Promise<string> {
  const [file] = call.files;
  if (file) {
    const facts = world.media.facts(file.bytes);
    checkPhoto(facts);
    return world.media.save(file.bytes, facts.contentType ?? 'image/jpeg');
  }
  const url = call.input('url');
  if (!url) throw photoMissing();
  const facts = await factsAt(world, url);
  if (!facts) throw photoInvalid();
  checkPhoto(facts);
  return url;
}

function checkPhoto({ contentType, sizeBytes = 0 }: Partial<MediaFacts>): void {
  if (contentType !== undefined && !photoTypes.includes(contentType ?? '')) throw photoInvalid();
  if (sizeBytes > photoBytesMax) throw photoTooBig();
}

export function readPhotoNode(call: Call, row: PhotoRow): PlatformResponse {
  requireScope(call, scopes.read);
  return json(project(photoType(), row, requestedFields(call)));
}

function photoType(): NodeType<PhotoRow> {
  const link = ({ id }: PhotoRow) => `https://www.facebook.com/photo.php?fbid=${id}`;
  return {
    name: 'Photo',
    defaults: ['created_time', 'id'],
    fields: {
      id: ({ id }) => id,
      name: ({ caption }) => caption || undefined,
      created_time: ({ created_at }) => graphTime(created_at),
      link,
      permalink_url: link,
      page_story_id: ({ used_by }) => used_by ?? undefined,
      images: ({ url }) => [{ height: 720, source: url, width: 720 }],
      picture: ({ url }) => url,
      alt_text_custom: ({ alt_text }) => alt_text ?? undefined,
    },
  };
}

/** Its post goes with it, when it shows nothing else. */
export function deletePhoto(facebook: Facebook, call: Call, row: PhotoRow): PlatformResponse {
  const post = facebook.store.posts.get(row.used_by ?? '');
  if (post?.photos.length === 1) return deletePost(facebook, call, post);
  requireScope(call, scopes.posts);
  call.effect(() => {
    if (post) facebook.store.posts.put(post.id, { ...post, photos: post.photos.filter((id) => id !== row.id) });
    facebook.store.photos.delete(row.id);
    call.record({ kind: 'delete', platform_id: row.id, text: row.caption });
  });
  return json({ success: true });
}
