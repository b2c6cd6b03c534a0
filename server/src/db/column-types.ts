// Types of columns that are more than a number or a text.

export type AccountStatus = 'active' | 'reconnect_required';
export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'partial' | 'failed' | 'cancelled';
export type ActionStatus =
  | 'pending'
  | 'publishing'
  | 'published'
  | 'failed'
  | 'unconfirmed'
  | 'cancelled'
  | 'unpublished';
export type ActionState = 'claimed' | 'prepared' | 'sending' | 'reconciling';
export type ActionKindName =
  | 'publish'
  | 'segment'
  | 'first_comment'
  | 'remove'
  | 'edit'
  | 'reply'
  | 'change'
  | 'template'
  | 'message'
  | 'private_reply'
  | 'comment_change'
  | 'mention_reply'
  | 'review_reply';
export type DeliveryStatus = 'pending' | 'success' | 'failed';

/** A media item of a post as it is stored. */
export interface StoredMedia {
  source_type: 'media_id' | 'url' | 'platform_attachment_id';
  source: string;
  type?: 'image' | 'video' | 'audio' | 'file';
  alt_text?: string;
}

/** A further part of a thread. */
export interface StoredSegment {
  text: string;
  media: StoredMedia[];
}

export interface StoredPerson {
  id: string;
  name?: string;
  username?: string;
  avatar_url?: string;
}
