import type { z } from 'zod';
import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { exampleText } from '../posts/index.ts';
import type { Comment, InboxPost } from './comment.ts';

const [platform] = PLATFORMS;

export const exampleInboxPost: z.infer<typeof InboxPost> = {
  id: exampleId('ip'),
  user_id: exampleId('ws'),
  account_id: exampleId('acc'),
  platform,
  platform_id: 'example-post',
  post_id: exampleId('post'),
  content: exampleText,
  thumbnail: '',
  permalink: 'https://example.com/p/example-post',
  comment_count: 1,
  like_count: 0,
  published_at: EXAMPLE_AT,
  created_at: EXAMPLE_AT,
  updated_at: '2027-01-01T09:20:00.000Z',
  livemode: true,
};

export const exampleComment: z.infer<typeof Comment> = {
  id: exampleId('cmt'),
  inbox_post_id: exampleInboxPost.id,
  platform_id: 'example-comment',
  platform,
  account_id: exampleInboxPost.account_id,
  text: 'Is it vegan?',
  author_id: 'example-person',
  author_name: 'Maya',
  author_username: 'maya',
  is_owner: false,
  like_count: 0,
  reply_count: 0,
  has_replies: false,
  is_hidden: false,
  is_liked: false,
  liked_by_viewer: false,
  created_at: '2027-01-01T09:20:00.000Z',
  capabilities: { can_reply: true, can_delete: true, can_hide: true, can_like: false, can_private_reply: true },
  livemode: true,
};

/** The owner's answer. */
export const exampleReply: z.infer<typeof Comment> = {
  ...exampleComment,
  id: 'cmt_01jsamp1e00000000000000001',
  platform_id: 'example-reply',
  text: 'Yes, and so is the cream.',
  author_id: 'example-account',
  author_name: 'Harbour Café',
  author_username: 'harbourcafe',
  is_owner: true,
  parent_id: exampleComment.id,
  created_at: '2027-01-01T09:25:00.000Z',
  capabilities: { ...exampleComment.capabilities, can_private_reply: false },
};
