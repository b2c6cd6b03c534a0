import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Person, PlatformComment, PlatformMention } from '../../core/messaging/inbox.ts';
import { compact } from '../../lib/compact.ts';
import { lenient } from '../shared/call-platform.ts';
import { comparable } from '../shared/text.ts';
import { type OwnRecord, type PostView, partsOf } from './wire.ts';

/** The address in Bluesky's own app, with the DID, which stays when the handle changes. */
export function permalinkOf(uri: string): string {
  const { did, rkey } = partsOf(uri) ?? { did: '', rkey: '' };
  return `https://bsky.app/profile/${did}/post/${encodeURIComponent(rkey)}`;
}

const Embed = z.object({
  images: lenient(z.array(z.unknown())),
  video: z.unknown().optional(),
  media: z.unknown().optional(),
});

/** The number of images and videos of an embed. Beside a quote they lie one level deeper. */
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
  return compact({ id: did, name: displayName || handle, username: handle, avatarUrl: avatar });
}

/** A record may state any time. The moment when the network saw it is the upper bound. */
export function timeOf({ record: { createdAt }, indexedAt }: PostView): Date {
  return createdAt !== undefined && createdAt < indexedAt ? createdAt : indexedAt;
}

export function toMention({ value: view, raw }: { value: PostView; raw: unknown }): PlatformMention {
  const mention = compact({
    platformId: view.uri,
    platformPostId: view.record.reply?.parent.uri,
    author: toPerson(view.author),
    text: view.record.text,
    permalink: permalinkOf(view.uri),
    createdAt: timeOf(view),
  });
  return { ...mention, raw };
}

export function toComment(
  { value: view, raw }: { value: PostView; raw: unknown },
  platformPostId: string,
  ownDid: string,
): PlatformComment {
  const { author, record, likeCount, replyCount } = view;
  const parent = record.reply?.parent.uri;
  const comment = compact({
    platformId: view.uri,
    platformPostId,
    parentId: parent === platformPostId ? undefined : parent,
    author: toPerson(author),
    text: record.text,
    createdAt: timeOf(view),
    isOwner: author.did === ownDid,
    likeCount,
    replyCount,
  });
  return { ...comment, raw };
}
