import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Person, PlatformComment, PlatformMention } from '../../core/inbox.ts';
import { lenient } from '../platform-call.ts';
import { comparable } from '../text.ts';
import { type OwnRecord, type PostView, partsOf } from './wire.ts';

/** The address in Bluesky's own app, by the DID, which stays when the handle changes. */
export function permalinkOf(uri: string): string {
  const { did, rkey } = partsOf(uri) ?? { did: '', rkey: '' };
  return `https://bsky.app/profile/${did}/post/${encodeURIComponent(rkey)}`;
}

const Embed = z.object({
  images: lenient(z.array(z.unknown())),
  video: z.unknown().optional(),
  media: z.unknown().optional(),
});

/** Pictures and videos of an embed; those beside a quote lie one level deeper. */
function mediaCountOf(embed: unknown, depth = 0): number {
  const parsed = Embed.safeParse(embed);
  if (!parsed.success || depth > 1) return 0;
  const { images = [], video, media } = parsed.data;
  return images.length + (video === undefined ? 0 : 1) + mediaCountOf(media, depth + 1);
}

export function toListed({ uri, value }: OwnRecord): Listed {
  return {
    platformId: uri,
    permalink: permalinkOf(uri),
    text: value.text,
    createdAt: value.createdAt,
    mediaCount: mediaCountOf(value.embed),
  };
}

export function matchesText(text: string, item: Listed): boolean {
  return comparable(text) === comparable(item.text);
}

/** The image of a link card is no image of the post. */
export function matchesContent({ text, media, options }: Content, item: Listed, hasCard = options.link !== undefined) {
  return (item.mediaCount ?? 0) === (hasCard ? 0 : media.length) && matchesText(text, item);
}

export function toPerson({ did, handle, displayName, avatar }: PostView['author']): Person {
  const name = displayName || handle;
  return {
    id: did,
    ...(name === undefined ? {} : { name }),
    ...(handle === undefined ? {} : { username: handle }),
    ...(avatar === undefined ? {} : { avatarUrl: avatar }),
  };
}

/** A record may say any time; none is later than the moment the network saw it. */
function timeOf({ record: { createdAt }, indexedAt }: PostView): Date {
  return createdAt !== undefined && createdAt < indexedAt ? createdAt : indexedAt;
}

export function toMention({ value: view, raw }: { value: PostView; raw: unknown }): PlatformMention {
  const parent = view.record.reply?.parent.uri;
  return {
    platformId: view.uri,
    ...(parent === undefined ? {} : { platformPostId: parent }),
    author: toPerson(view.author),
    text: view.record.text,
    permalink: permalinkOf(view.uri),
    createdAt: timeOf(view),
    raw,
  };
}

export function toComment(
  { value: view, raw }: { value: PostView; raw: unknown },
  platformPostId: string,
  ownDid: string,
): PlatformComment {
  const { author, record, likeCount, replyCount } = view;
  const parent = record.reply?.parent.uri;
  return {
    platformId: view.uri,
    platformPostId,
    ...(parent === undefined || parent === platformPostId ? {} : { parentId: parent }),
    author: toPerson(author),
    text: record.text,
    createdAt: timeOf(view),
    isOwner: author.did === ownDid,
    ...(likeCount === undefined ? {} : { likeCount }),
    ...(replyCount === undefined ? {} : { replyCount }),
    raw,
  };
}
