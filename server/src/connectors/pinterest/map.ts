import type { AccountSummary, Board, Pin } from '../../core/account-abilities.ts';
import type { Content, Profile } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { compact } from '../../lib/compact.ts';
import { rejected } from '../shared/rejected.ts';
import { comparable } from '../shared/text.ts';
import { CAROUSEL_ITEMS_MAX } from './limits.ts';
import { optionsOf } from './options.ts';
import {
  type CountedAccount,
  type ListedPin,
  type OwnAccount,
  PinterestId,
  type ShownPin,
  type WireBoard,
} from './wire.ts';

/** The board of a pin, which every pin needs. */
export function boardOf({ destinationId }: Content): string {
  if (destinationId === undefined) throw rejected('board_id', 'A pin needs a board.');
  if (PinterestId.safeParse(destinationId).success) return destinationId;
  throw new PlatformError('not_found', 'Pinterest has no board with this id.', { field: 'board_id' });
}

/** The texts beside the image. Options win over the post. */
function textsOf(content: Content) {
  const { title = content.title ?? '', description = content.text, ...rest } = optionsOf(content);
  return { title, description, ...rest };
}

/** Rejects content that cannot be a pin before anything is sent. */
export function checkContent(content: Content): void {
  boardOf(content);
  const { media, visibility } = content;
  if (visibility !== undefined && visibility !== 'public')
    throw rejected('visibility', `Pinterest has no visibility ${visibility}.`);
  const isVideo = media.length === 1 && media[0]?.type === 'video';
  const areImages = media.every(({ type }) => type === 'image');
  if (media.length === 0 || media.length > CAROUSEL_ITEMS_MAX || !(isVideo || areImages))
    throw rejected('media', `A pin has one to ${CAROUSEL_ITEMS_MAX} images or one video.`);
}

/** The body of a pin. A video was uploaded before. https://developers.pinterest.com/docs/api/v5/pins-create */
export function toPin(content: Content, video: string | undefined): Readonly<Record<string, unknown>> {
  checkContent(content);
  const { title, description, alt_text = content.media[0]?.altText, ...rest } = textsOf(content);
  return compact({
    board_id: boardOf(content),
    title: title || undefined,
    description: description || undefined,
    alt_text: alt_text || undefined,
    ...rest,
    media_source: mediaSource(content, video),
  });
}

function mediaSource({ media }: Content, video: string | undefined): Readonly<Record<string, unknown>> {
  if (video !== undefined) return { source_type: 'video_id', media_id: video, cover_image_key_frame_time: 0 };
  const [first, ...more] = media;
  if (more.length === 0) return { source_type: 'image_url', url: first?.url };
  return { source_type: 'multiple_image_urls', items: media.map(({ url }) => ({ url })), index: 0 };
}

/** Whether a listed pin has the content's title. The effect's `matches` compares text and number of media. */
export function hasTitleOf(content: Content, pin: ListedPin): boolean {
  return comparable(pin.title ?? '') === comparable(textsOf(content).title);
}

export function toListed({ id, description, created_at, media }: ListedPin): Listed {
  const isSingle = media?.media_type === 'image' || media?.media_type === 'video';
  const mediaCount = isSingle ? 1 : media?.items?.length;
  const text = description ?? '';
  return compact({ platformId: id, permalink: permalinkOf(id), text, createdAt: created_at, mediaCount });
}

export function isSamePin(content: Content, { text, mediaCount }: Listed): boolean {
  if (mediaCount !== undefined && mediaCount !== content.media.length) return false;
  return comparable(textsOf(content).description) === comparable(text);
}

export function permalinkOf(id: string): string {
  return `https://www.pinterest.com/pin/${id}/`;
}

export function toProfile({ id, username, business_name, about, profile_image, ...rest }: OwnAccount): Profile {
  return compact({
    platformId: id,
    username,
    name: business_name || username,
    pictureUrl: profile_image || undefined,
    bio: about || undefined,
    metadata: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')),
  });
}

export function toSummary(account: CountedAccount): AccountSummary {
  const { username, business_name, profile_image, follower_count, pin_count, board_count, monthly_views } = account;
  const counts = { followers: follower_count, posts: pin_count, boards: board_count, monthlyViews: monthly_views };
  return compact({
    username,
    name: business_name || username,
    pictureUrl: profile_image || undefined,
    counts: compact(counts),
  });
}

export function toBoard({ id, name, privacy }: WireBoard): Board {
  return { platformId: id, name, privacy };
}

export function toShownPin({ id, created_at, title, board_id, media }: ShownPin): Pin {
  return compact({
    platformId: id,
    boardId: board_id,
    title: title ?? '',
    mediaUrl: pictureOf(media),
    permalink: permalinkOf(id),
    createdAt: created_at,
  });
}

/** The largest image of a pin that is no original, else any. */
export function pictureOf(media: ShownPin['media']): string | undefined {
  const { cover_image_url: cover, images = {}, items = [] } = media ?? {};
  const sizes = Object.keys(images).length > 0 ? images : (items[0]?.images ?? {});
  const url = sizes['1200x']?.url ?? sizes['600x']?.url ?? Object.values(sizes).find(Boolean)?.url ?? cover;
  return url || undefined;
}
