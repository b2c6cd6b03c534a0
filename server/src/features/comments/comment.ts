import { z } from 'zod';
import { ActorShape, type StoredActor } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import type { ModerationStatus } from '../../core/messaging/inbox.ts';
import { type Platform, PlatformWord } from '../../core/platforms.ts';
import type { Tenant } from '../../core/tenant.ts';
import type { StoredPerson } from '../../db/column-types.ts';
import { compact } from '../../lib/compact.ts';
import { type CommentState, commentCapabilities } from './comment-capabilities.ts';

/** A post of an account that has comments. */
export const InboxPost = z
  .object({
    id: z.string(),
    user_id: z.string().meta({ description: 'The id of the workspace' }),
    account_id: z.string(),
    platform: PlatformWord,
    platform_id: z.string().meta({ description: 'The platform’s id of the post' }),
    post_id: z.string().optional().meta({ description: 'Our post, when it was published through this service' }),
    content: z.string(),
    thumbnail: z.string().meta({ description: 'The address of a small image; empty when there is none' }),
    permalink: z.string(),
    comment_count: z.number().int(),
    like_count: z.number().int(),
    published_at: z.string().optional(),
    created_at: z.string(),
    updated_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({
    id: 'InboxPost',
    example: {
      id: exampleId('ip'),
      post_id: exampleId('post'),
      published_at: EXAMPLE_AT,
      updated_at: '2027-01-01T09:20:00.000Z',
    },
  });

export const Comment = z
  .object({
    id: ourId('cmt'),
    inbox_post_id: z.string(),
    platform_id: z.string(),
    platform: PlatformWord,
    account_id: z.string(),
    text: z.string(),
    author_id: z.string().meta({ description: 'The platform’s id of the person' }),
    author_name: z.string().optional(),
    author_username: z.string().optional(),
    author_picture: z.string().optional(),
    is_owner: z.boolean().meta({ description: 'The account itself wrote it' }),
    like_count: z.number().int(),
    reply_count: z.number().int().meta({ description: 'Answers of anybody to it' }),
    has_replies: z.boolean(),
    is_hidden: z.boolean().meta({ description: 'Hidden from others on the platform' }),
    is_liked: z.boolean().meta({ description: 'The account likes it' }),
    liked_by_viewer: z.boolean().meta({ description: 'The same as is_liked' }),
    parent_id: z.string().optional().meta({ description: 'The comment that it answers; absent at the top' }),
    moderation_status: z.enum(['published', 'held_for_review', 'likely_spam', 'rejected']).optional(),
    created_at: z.string(),
    created_by: ActorShape.optional().meta({ description: 'Who sent a reply of ours' }),
    capabilities: z.object({
      can_reply: z.boolean().meta({ description: 'The platform takes replies to it' }),
      can_delete: z.boolean(),
      can_hide: z.boolean(),
      can_like: z.boolean(),
      can_private_reply: z.boolean().meta({ description: 'A direct message to its author may answer it, once' }),
    }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Comment',
    example: {
      platform_id: 'example-comment',
      text: 'Is it vegan?',
      author_name: 'Maya',
      author_username: 'maya',
      created_at: '2027-01-01T09:20:00.000Z',
    },
  });

export interface InboxPostRow {
  id: string;
  account_id: string;
  platform: string;
  platform_id: string;
  post_id: string | null;
  content: string;
  thumbnail: string;
  permalink: string;
  comment_count: number;
  like_count: number;
  published_at: Date | null;
  last_comment_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface CommentRow {
  id: string;
  account_id: string;
  platform: string;
  inbox_post_id: string;
  platform_id: string;
  parent_id: string | null;
  parent_platform_id: string | null;
  author: StoredPerson;
  text: string;
  is_owner: boolean;
  like_count: number;
  reply_count: number;
  is_hidden: boolean;
  is_liked: boolean;
  moderation_status: ModerationStatus | null;
  private_replied_at: Date | null;
  created_at: Date;
  /** null: it was not sent here. */
  created_by: StoredActor | null;
}

export function toInboxPost(
  { post_id, published_at, last_comment_at, ...row }: InboxPostRow,
  tenant: Tenant,
): z.infer<typeof InboxPost> {
  return {
    ...row,
    user_id: tenant.workspaceId,
    ...(post_id === null ? {} : { post_id }),
    ...(published_at === null ? {} : { published_at: published_at.toISOString() }),
    created_at: row.created_at.toISOString(),
    updated_at: (last_comment_at ?? row.updated_at).toISOString(),
    livemode: tenant.mode === 'live',
  };
}

export function toComment(
  { author, parent_id, parent_platform_id, moderation_status, private_replied_at, created_by, ...row }: CommentRow,
  ctx: Pick<Context, 'tenant' | 'connectors'>,
  now: Date,
): z.infer<typeof Comment> {
  return {
    ...row,
    author_id: author.id,
    ...(author.name === undefined ? {} : { author_name: author.name }),
    ...(author.username === undefined ? {} : { author_username: author.username }),
    ...(author.avatar_url === undefined ? {} : { author_picture: author.avatar_url }),
    has_replies: row.reply_count > 0,
    liked_by_viewer: row.is_liked,
    ...(moderation_status === null ? {} : { moderation_status }),
    ...(parent_id === null ? {} : { parent_id }),
    created_at: row.created_at.toISOString(),
    ...(created_by === null ? {} : { created_by }),
    capabilities: commentCapabilities(
      ctx.connectors[row.platform as Platform]?.comments,
      stateOf({ ...row, parent_platform_id, private_replied_at }),
      now,
    ),
    livemode: ctx.tenant.mode === 'live',
  };
}

/** The state that decides what may be done with a comment. */
export function stateOf(
  row: Pick<CommentRow, 'is_owner' | 'parent_platform_id' | 'created_at' | 'private_replied_at'>,
): CommentState {
  return compact({
    isOwner: row.is_owner,
    parentId: row.parent_platform_id ?? undefined,
    createdAt: row.created_at,
    isPrivatelyReplied: row.private_replied_at !== null,
  });
}
