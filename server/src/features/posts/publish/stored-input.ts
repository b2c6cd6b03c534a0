import { z } from 'zod';
import type { Edit } from '../../../core/connector.ts';
import { Visibility } from '../../../core/events/target.ts';
import type { ReplyInput } from '../../../core/messaging/inbox.ts';
import type { PostStatus, StoredMedia } from '../../../db/column-types.ts';
import { PostStatusName, type TargetInput } from '../model/post.ts';

// The stored inputs of the actions of posts.

const Media: z.ZodType<StoredMedia> = z.object({
  source_type: z.enum(['media_id', 'url', 'platform_attachment_id']),
  source: z.string(),
  type: z.enum(['image', 'video', 'audio', 'file']).exactOptional(),
  alt_text: z.string().exactOptional(),
});

/** Publishing one target. */
export const StoredTarget: z.ZodType<TargetInput> = z.object({
  page_id: z.string().exactOptional(),
  board_id: z.string().exactOptional(),
  text: z.string().exactOptional(),
  first_comment: z.string().exactOptional(),
  title: z.string().exactOptional(),
  visibility: Visibility.exactOptional(),
  media: z.array(Media).exactOptional(),
  platform_data: z.record(z.string(), z.unknown()).exactOptional(),
});

export interface SegmentInput {
  readonly index: number;
  readonly text: string;
  readonly media: readonly StoredMedia[];
  /** The platform's id of the part before it. */
  readonly parentId: string;
  /** The platform's id of the post itself. */
  readonly rootId: string;
}

/** A further part of a thread. */
export const StoredSegmentInput: z.ZodType<SegmentInput> = z.object({
  index: z.number(),
  text: z.string(),
  media: z.array(Media),
  parentId: z.string(),
  rootId: z.string(),
});

/** A first comment. */
export const StoredComment: z.ZodType<ReplyInput> = z.object({
  platformPostId: z.string(),
  parentId: z.string().exactOptional(),
  text: z.string(),
});

/** A change of the text of a published copy. */
export const StoredEdit: z.ZodType<Edit> = z.object({ platformId: z.string(), text: z.string() });

export interface RemoveInput {
  readonly platformId: string;
  readonly purpose: 'delete' | 'unpublish';
  /** The account that the caller named; null means all. */
  readonly accountId: string | null;
  /** The status of the post at the time of the request. */
  readonly wasStatus: PostStatus;
}

/** The removal of a copy, or of one part of its thread. */
export const StoredRemoval: z.ZodType<RemoveInput> = z.object({
  platformId: z.string(),
  purpose: z.enum(['delete', 'unpublish']),
  accountId: z.string().nullable(),
  wasStatus: PostStatusName,
});
