import type { EventType } from '../../core/event.ts';

type Data = Readonly<Record<string, unknown>>;

const idOf = (prefix: string) => `${prefix}_01jsamp1e00000000000000000`;
const ACCOUNT = idOf('acc');
const POST = idOf('post');

/** The `data` of an event of this type as its receivers know it, with invented ids, people and texts. */
export function sampleOf(type: EventType, platform: string, at: Date, livemode: boolean): Data {
  const on = { account_id: ACCOUNT, platform };
  const time = at.toISOString();
  const target = { ...on, status: 'published', platform_post_id: 'example-post', published_at: time };
  const failed = { ...on, status: 'failed', error: FAILURE };
  const post = (status: string) => ({ post_id: POST, status });
  const account = { ...on, brand_id: idOf('brand') };
  const item = (kind: string, text: string, more: Data = {}) =>
    interaction(kind, text, time, { ...on, ...more, livemode });
  const message = (text: string, metadata: Data = {}) => item('dm', text, { conversation_id: idOf('conv'), metadata });
  const receipt = { ...on, status: type.split('.').at(-1), mids: ['mid.1'], recipient_id: PERSON.id };
  const samples: Readonly<Record<EventType, Data>> = {
    'comment.received': item('comment', 'Where can I buy this?', ON_POST),
    'dm.received': message('Are you open on Sunday?'),
    'dm.sent': { ...message('Yes, from ten.'), recipient: PERSON },
    'dm.referral': message('', { referral: { source: 'SHORTLINK', ref: 'spring' } }),
    'dm.postback': message('', { title: 'Opening hours', payload: 'HOURS' }),
    'dm.status.sent': receipt,
    'dm.status.delivered': receipt,
    'dm.status.read': receipt,
    'dm.status.failed': receipt,
    'review.received': item('review', 'Friendly and fast.', { metadata: { rating: 5 } }),
    'mention.received': item('mention', 'Lunch with @yourname', { metadata: { mention_type: 'caption' } }),
    'post.scheduled': { ...post('scheduled'), scheduled_at: time, targets: [on] },
    'post.published': { ...post('published'), results: [target] },
    'post.partial': { ...post('partial'), results: [target, failed] },
    'post.failed': { ...post('failed'), results: [failed] },
    'post.unconfirmed': { post_id: POST, ...on, error: { ...FAILURE, code: 'unconfirmed', retryable: false } },
    'post.updated': { ...post('scheduled'), changed_fields: ['text'] },
    'post.deleted': { post_id: POST, was_status: 'published' },
    'post.unpublished': { post_id: POST, account_id: null, unpublished_count: 1 },
    'post.retried': { post_id: POST, retried_count: 1 },
    'account.connected': { ...account, ...PROFILE, connected_at: time },
    'account.disconnected': { ...on, reason: 'access_revoked', reconnect_required: true },
    'account.token_expiring': {
      ...on,
      username: PROFILE.username,
      token_expires_at: new Date(at.getTime() + 7 * 86_400_000).toISOString(),
    },
    'page.removed': { ...on, platform_page_id: 'example-page', name: 'A page', reason: 'access_revoked' },
    'webhook.disabled': { webhook_id: idOf('wh'), url: 'https://example.com/hook', reason: 'failing' },
  };
  return samples[type];
}

const PERSON = { id: 'example-person', name: 'Ada Example', username: 'ada' };
const PROFILE = {
  platform_user_id: 'example-account',
  username: 'yourname',
  display_name: 'Your name',
  profile_picture_url: '',
  bio: '',
  profile_url: '',
  user_email: '',
};
const FAILURE = {
  code: 'platform_error',
  message: 'The platform could not be reached.',
  category: 'platform',
  caused_by: 'platform',
  retryable: true,
  remedy: 'The platform could not be reached for minutes. Retry later.',
};
const ON_POST = { post_id: idOf('ip'), platform_post_id: 'example-post', is_reply: false };

function interaction(type: string, text: string, time: string, more: Data): Data {
  return {
    id: idOf({ comment: 'cmt', review: 'rev', mention: 'mnt', dm: 'msg' }[type] ?? 'cmt'),
    type,
    platform_id: 'example-item',
    author: PERSON,
    content: { text, media: [] },
    created_at: time,
    received_at: time,
    metadata: {},
    ...more,
  };
}
