import type { Content, Profile } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformComment } from '../../core/messaging/inbox.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { toLittleText, toPlainText } from '../linkedin/little-text.ts';
import { type Author, checkContent } from '../linkedin/map.ts';
import { permalinkOf } from '../linkedin/urn.ts';
import { comparable } from '../shared/text.ts';
import type { Organization, Post, WireComment } from './wire.ts';

export function organizationId({ platformId }: SessionAccount): string {
  if (/^\d{1,20}$/.test(platformId)) return platformId;
  throw new PlatformError('not_found', 'LinkedIn has no organisation with this id.');
}

export function authorOf(account: SessionAccount): Author {
  return {
    urn: `urn:li:organization:${organizationId(account)}`,
    audiences: { public: 'PUBLIC', logged_in: 'LOGGED_IN' },
  };
}

export function toListed({ id, commentary, createdAt, publishedAt, content }: Post): Listed {
  const mediaCount = content?.multiImage?.images.length ?? (content?.media === undefined ? undefined : 1);
  return compact({
    platformId: id,
    permalink: permalinkOf(id),
    text: toPlainText(commentary),
    createdAt: publishedAt ?? createdAt,
    mediaCount,
  });
}

/** Whether a listed post is what this content would have made. The image of an article does not count as media. */
export function isSamePost(content: Content, item: Listed): boolean {
  const isArticle = checkContent(content).article_url !== undefined;
  const mediaCount = isArticle ? 0 : content.media.length;
  const isOther = item.mediaCount !== undefined && item.mediaCount !== mediaCount;
  return !isOther && comparable(toPlainText(toLittleText(content.text))) === comparable(item.text);
}

/** The post and the parent of a comment, known from the list that it came from. */
export interface Place {
  readonly platformPostId: string;
  readonly parentId?: string;
}

export function toComment(wire: WireComment, raw: unknown, place: Place, account: SessionAccount): PlatformComment {
  const { likesSummary, actor } = wire;
  const likeCount = likesSummary?.totalLikes;
  return compact({
    ...place,
    platformId: wire.commentUrn,
    author: { id: actor },
    text: wire.message.text,
    createdAt: wire.created.time,
    isOwner: actor === authorOf(account).urn,
    likeCount,
    replyCount: wire.commentsSummary && (replyCountOf(wire) ?? 0),
    raw,
  });
}

/** Undefined when LinkedIn does not say. */
export function replyCountOf({ commentsSummary }: WireComment): number | undefined {
  return commentsSummary?.totalFirstLevelComments ?? commentsSummary?.aggregatedTotalComments;
}

export function toProfile({ id, localizedName, vanityName, localizedWebsite }: Organization): Profile {
  return {
    platformId: id,
    username: vanityName ?? id,
    name: localizedName,
    ...(localizedWebsite ? { metadata: { website: localizedWebsite } } : {}),
  };
}
