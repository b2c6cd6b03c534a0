import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { planOf } from '../../../test/plan-of.ts';
import type { Runner } from '../../db/query.ts';
import { actions } from '../../engine/index.ts';
import * as comments from '../comments/comment.repository.ts';
import * as inboxPosts from '../comments/inbox-post.repository.ts';
import * as conversations from '../conversations/conversation.repository.ts';
import * as messages from '../conversations/messages/message.repository.ts';
import * as mentions from '../mentions/mention.repository.ts';
import * as reviews from '../reviews/review.repository.ts';

const ROWS = 4000;
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' }, { isOwn: true });
  ws = await service.workspace();
  const row = `$1, 'x' || n, 'acc_' || n % 40, (array['twitter', 'mastodon'])[1 + n % 2], 'p' || n`;
  const at = `now() - n * interval '1 minute'`;
  for (const statement of [
    `insert into inbox_posts (tenant_id, id, account_id, platform, platform_id, post_id, last_comment_at) select ${row}, 'post' || n, ${at}`,
    `insert into comments (tenant_id, id, account_id, platform, platform_id, inbox_post_id, author, text, is_owner, like_count, moderation_status, created_at)
       select ${row}, 'x' || n % 40, '{"id":"a"}', 'Text', false, n % 90, case when n % 50 = 0 then 'held_for_review' end, ${at}`,
    `insert into conversations (tenant_id, id, account_id, platform, platform_id, participant_id, page_id, last_message_at)
       select ${row}, 'p' || n, 'page' || n % 40, ${at}`,
    `insert into messages (tenant_id, id, account_id, platform, platform_id, conversation_id, direction, sender, created_at)
       select ${row}, 'x' || n % 40, 'incoming', '{"id":"a"}', ${at}`,
    `insert into reviews (tenant_id, id, account_id, platform, platform_id, rating, author, created_at)
       select ${row}, 1 + n % 5, '{"id":"a"}', ${at}`,
    `insert into mentions (tenant_id, id, account_id, platform, platform_id, author, text, created_at)
       select ${row}, '{"id":"a"}', 'Text', ${at}`,
    `insert into actions (tenant_id, id, account_id, platform, platform_id, kind, input, status, fingerprint)
       select ${row}, 'reply', '{}', 'published', sha256(n::text::bytea)`,
  ])
    await service.sql(`${statement} from generate_series(1, ${ROWS}) n`, [ws.tenantId]);
  await service.sql('analyze inbox_posts, comments, conversations, messages, reviews, mentions, actions');
});
afterAll(() => service?.close());

const after = [new Date(Date.now() - 86_400_000).toISOString(), 'x1'] as const;
const none = {
  brandIds: undefined,
  accountId: undefined,
  platform: undefined,
  pageId: undefined,
  since: undefined,
};
const post = { order: 'desc', commentsMin: 0, limit: 25, brandIds: undefined } as const;

test.each<[string, (db: Runner, tenantId: string) => Promise<unknown>, string]>([
  [
    'conversations',
    (db, id) => conversations.list(db, id, { ...none, status: 'active' }, after, 25),
    'conversations_listed',
  ],
  [
    'conversations of an account',
    (db, id) => conversations.list(db, id, { ...none, status: 'active', accountId: 'acc_1' }, after, 25),
    'conversations_listed_of_account',
  ],
  [
    'conversations of a platform',
    (db, id) => conversations.list(db, id, { ...none, status: 'archived', platform: 'twitter' }, after, 25),
    'conversations_listed_of_account',
  ],
  [
    'conversations of a page',
    (db, id) => conversations.list(db, id, { ...none, status: 'active', pageId: 'page1' }, after, 25),
    'conversations_listed_of_page',
  ],
  [
    'conversations of a brand',
    (db, id) => conversations.list(db, id, { ...none, status: 'active', brandIds: ['b'] }, after, 25),
    ' conversations_',
  ],
  ['messages', (db, id) => messages.list(db, id, 'x1', after, 25), 'messages_of_conversation'],
  [
    'newest messages',
    (db, id) => messages.newestStoredAt(db, id, { id: 'x1', last_incoming_at: new Date() }),
    'messages_of_conversation',
  ],
  ['reviews', (db, id) => reviews.list(db, id, none, after, 25), 'reviews_recent'],
  [
    'reviews of an account',
    (db, id) => reviews.list(db, id, { ...none, accountId: 'acc_1', since: new Date() }, after, 25),
    'reviews_of_account',
  ],
  [
    'reviews of a platform',
    (db, id) => reviews.list(db, id, { ...none, platform: 'google' }, after, 25),
    'reviews_of_platform',
  ],
  [
    'reviews by rating',
    (db, id) => reviews.listByRating(db, id, 'acc_1', 'rating_asc', undefined, 25),
    'reviews_by_rating',
  ],
  ['a review', (db, id) => reviews.find(db, id, 'x1', undefined), 'reviews_platform_id'],
  [
    'mentions',
    (db, id) => mentions.list(db, id, { accountId: 'acc_1', since: new Date(0) }, after, 25),
    'mentions_of_account',
  ],
  ['commented posts', (db, id) => inboxPosts.list(db, id, { ...post, after }), 'inbox_posts_by_time'],
  [
    'commented posts of an account',
    (db, id) => inboxPosts.list(db, id, { ...post, accountId: 'acc_1', after }),
    'inbox_posts_by_account',
  ],
  [
    'commented posts of a platform',
    (db, id) => inboxPosts.list(db, id, { ...post, platform: 'mastodon', after }),
    'inbox_posts_by_account',
  ],
  [
    'a commented post',
    (db, id) => inboxPosts.find(db, id, 'x1', undefined),
    'inbox_posts_tenant_id_account_id_platform_id_key',
  ],
  ['comments', (db, id) => comments.list(db, id, { inboxPostId: 'x1' }, 'recent', after, 25), 'comments_of_post'],
  [
    'replies',
    (db, id) => comments.list(db, id, { inboxPostId: 'x1', parentPlatformId: 'p1' }, 'recent', after, 25),
    'comments_replies',
  ],
  [
    'comments by likes',
    (db, id) => comments.list(db, id, { inboxPostId: 'x1' }, 'relevance', ['5', 'x1'], 25),
    'comments_of_post_by_likes',
  ],
  [
    'equal actions',
    (db, id) => actions.findEqual(db, id, { fingerprint: Buffer.alloc(32), since: undefined }),
    'actions_by_fingerprint',
  ],
  [
    'comments under moderation',
    (db, id) => comments.list(db, id, { inboxPostId: 'x1', moderationStatus: 'held_for_review' }, 'recent', after, 25),
    'comments_moderated',
  ],
])('the list of %s uses an index for the role of requests', async (_, list, index) => {
  const plan = await planOf(service, ws, list);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (inbox_posts|comments|conversations|messages|reviews|mentions|actions)/);
});
