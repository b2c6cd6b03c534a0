import { z } from 'zod';
import { ACCOUNT_METRICS, DAY_METRICS, POST_METRICS } from '../../src/core/analytics/metrics.ts';
import { PlatformError } from '../../src/core/platform-error.ts';

/** Numbers of our vocabulary. Followers may leave, so a change may be negative. */
function numbersOf(names: readonly string[]) {
  const entries = names.map((name) => [
    name,
    name === 'follower_change' ? z.int().optional() : z.int().min(0).optional(),
  ]);
  return z.strictObject(Object.fromEntries(entries));
}

/** No platform is older, and our columns hold no other times. */
const TimeShape = z.date().min(new Date('2000-01-01')).max(new Date('2200-01-01'));

/** Values that callers get unchanged: JSON must not alter them. */
const ReadShape: z.ZodType = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.date(), z.array(ReadShape), z.record(z.string(), ReadShape)]),
);

const PublishedShape = z.strictObject({
  platformId: z.string().min(1),
  permalink: z.string().optional(),
  facts: z.record(z.string(), z.json()).optional(),
});
const PersonShape = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  username: z.string().optional(),
  avatarUrl: z.string().optional(),
  otherIds: z.array(z.string().min(1)).min(1).optional(),
});
const CommentShape = z.strictObject({
  platformId: z.string().min(1),
  platformPostId: z.string().min(1),
  parentId: z.string().min(1).optional(),
  author: PersonShape,
  text: z.string(),
  createdAt: TimeShape,
  isOwner: z.boolean(),
  likeCount: z.int32().min(0).optional(),
  replyCount: z.int32().min(0).optional(),
  isHidden: z.boolean().optional(),
  isLiked: z.boolean().optional(),
  moderationStatus: z.enum(['published', 'held_for_review', 'likely_spam', 'rejected']).optional(),
  editedAt: TimeShape.optional(),
  permalink: z.string().optional(),
  raw: z.unknown(),
});
const ListedShape = z.strictObject({
  platformId: z.string().min(1),
  permalink: z.string().optional(),
  text: z.string(),
  createdAt: TimeShape,
  mediaCount: z.int().optional(),
  isRendered: z.boolean().optional(),
});
const MessageShape = z.strictObject({
  platformId: z.string().min(1),
  conversationId: z.string().min(1),
  participant: PersonShape,
  isOwn: z.boolean(),
  text: z.string().optional(),
  attachments: z.array(
    z.strictObject({
      type: z.enum([
        'image',
        'video',
        'audio',
        'file',
        'sticker',
        'share',
        'story_mention',
        'story_reply',
        'location',
        'contact',
        'other',
      ]),
      url: z.string().optional(),
    }),
  ),
  createdAt: TimeShape,
  editedAt: TimeShape.optional(),
  replyToId: z.string().min(1).optional(),
  referral: z.record(z.string(), z.unknown()).optional(),
  isReferral: z.boolean().optional(),
  postback: z.strictObject({ title: z.string(), payload: z.string() }).optional(),
  raw: z.unknown(),
});
const ChangeShape = z.strictObject({
  platformId: z.string().min(1),
  at: TimeShape,
  change: z.enum(['edited', 'removed', 'reaction']),
  text: z.string().optional(),
  personId: z.string().min(1).optional(),
  otherPersonIds: z.array(z.string().min(1)).min(1).optional(),
  emoji: z.string().nullable().optional(),
});
const RemovalShape = z.strictObject({
  item: z.enum(['comment', 'review', 'mention']),
  platformId: z.string().min(1),
  at: TimeShape,
});
const StatusShape = z.strictObject({
  platformId: z.string().min(1).optional(),
  participantId: z.string().min(1).optional(),
  otherPersonIds: z.array(z.string().min(1)).min(1).optional(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  at: TimeShape,
  key: z.string().optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  raw: z.unknown(),
});
const ReviewShape = z.strictObject({
  platformId: z.string().min(1),
  author: PersonShape,
  rating: z.int().min(1).max(5),
  text: z.string().optional(),
  createdAt: TimeShape,
  updatedAt: TimeShape.optional(),
  reply: z.strictObject({ text: z.string(), createdAt: TimeShape }).optional(),
  raw: z.unknown(),
});
const MentionShape = z.strictObject({
  platformId: z.string().min(1),
  platformPostId: z.string().min(1).optional(),
  author: PersonShape,
  text: z.string(),
  permalink: z.string().optional(),
  createdAt: TimeShape,
  editedAt: TimeShape.optional(),
  raw: z.unknown(),
});
const TemplateShape = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  language: z.string().min(1),
  category: z.string().min(1),
  status: z.string().min(1),
  components: z.array(z.record(z.string(), z.json())),
});
const partOf = (item: z.ZodType) => z.strictObject({ items: z.array(item), cursor: z.string().min(1).optional() });

/** The results that a connector may return for any response of the platform. */
export const shapes = {
  read: ReadShape,
  profile: z.object({ platformId: z.string().min(1), username: z.string().min(1), name: z.string().min(1) }),
  tokens: z.object({ accessToken: z.string().min(1), expiresAt: z.iso.datetime().optional() }),
  prepared: z.record(z.string(), z.json()),
  readiness: z.union([
    z.strictObject({ state: z.literal('ready') }),
    z.strictObject({ state: z.literal('not_ready'), checkAfterSeconds: z.number().positive().max(3600) }),
    z.strictObject({ state: z.literal('failed'), error: z.instanceof(PlatformError) }),
  ]),
  published: PublishedShape,
  metrics: numbersOf(POST_METRICS),
  postsMetrics: z.map(z.string(), numbersOf(POST_METRICS)),
  accountMetrics: numbersOf(ACCOUNT_METRICS),
  dailyMetrics: z.array(z.strictObject({ day: z.iso.date(), metrics: numbersOf(DAY_METRICS) })),
  archive: partOf(
    z.strictObject({
      platformId: z.string().min(1),
      title: z.string().min(1).optional(),
      text: z.string().optional(),
      url: z.string().min(1).optional(),
      coverUrl: z.string().min(1).optional(),
      mediaUrl: z.string().min(1).optional(),
      createdAt: z.date(),
      durationSeconds: z.number().min(0).optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      metrics: numbersOf(POST_METRICS).optional(),
    }),
  ),
  captions: z.strictObject({ text: z.string().min(1), language: z.string().min(1).optional() }).optional(),
  state: z.object({ state: z.enum(['sent', 'not_sent', 'gone', 'unreadable']), published: PublishedShape.optional() }),
  listed: z.array(ListedShape),
  comments: z.strictObject({
    items: z.array(CommentShape),
    cursor: z.string().optional(),
    isWhole: z.boolean().optional(),
  }),
  polled: z.object({
    items: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('comment'), comment: CommentShape }),
        z.strictObject({ kind: z.literal('message'), message: MessageShape }),
        z.strictObject({ kind: z.literal('message_status'), status: StatusShape }),
        z.strictObject({ kind: z.literal('message_change'), change: ChangeShape }),
        z.strictObject({ kind: z.literal('removal'), removal: RemovalShape }),
        z.strictObject({ kind: z.literal('review'), review: ReviewShape }),
        z.strictObject({ kind: z.literal('mention'), mention: MentionShape }),
      ]),
    ),
    cursor: z.string().optional(),
    isBehind: z.boolean().optional(),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
  conversations: partOf(
    z.strictObject({ platformId: z.string().min(1), participant: PersonShape, lastMessageAt: TimeShape.optional() }),
  ),
  messages: partOf(MessageShape),
  template: TemplateShape,
  templates: partOf(TemplateShape),
  numberStatus: z.strictObject({ isVerified: z.boolean(), isRegistered: z.boolean() }),
  businessProfile: z.strictObject({
    about: z.string().optional(),
    address: z.string().optional(),
    description: z.string().optional(),
    email: z.string().optional(),
    vertical: z.string().optional(),
    websites: z.array(z.string()).optional(),
    pictureUrl: z.string().optional(),
  }),
  reviews: partOf(ReviewShape),
  mentions: partOf(MentionShape),
  mention: MentionShape,
};
