import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import type { Json } from './schemas.ts';

const TEXT = 'Our cake of the week: plum and cinnamon.';
const PICTURE = 'https://example.com/harbour-cafe.jpg';
const MONTH_LATER = '2027-01-31T09:00:00.000Z';

const IDS = {
  ...{ account_id: 'acc', brand_id: 'brand', post_id: 'post', inbox_post_id: 'ip', comment_id: 'cmt' },
  ...{ review_id: 'rev', review_link_id: 'rvw' },
  ...{ conversation_id: 'conv', message_id: 'msg', webhook_id: 'wh', endpoint_id: 'wh', delivery_id: 'dlv' },
  ...{ event_id: 'evt' },
  ...{ replay_id: 'rpl', export_id: 'exp', invite_id: 'inv', key_id: 'key', login_id: 'cred', media_id: 'med' },
  ...{ action_id: 'act', held_id: 'held' },
  ...{ session_id: 'ses', workspace: 'ws' },
  ...{ redirect_uri_id: 'ruri', user_id: 'ws', phone_number_id: 'acc', video_id: 'post' },
};

/** Examples of fields, by their names, where they fit: those of one café and its guest. */
export const EXAMPLE_FIELDS: Readonly<Json> = {
  ...Object.fromEntries(Object.entries(IDS).map(([name, prefix]) => [name, exampleId(prefix)])),
  ...{ platform: PLATFORMS[0], livemode: true, ok: true, success: true, is_active: true, timezone: 'Europe/Berlin' },
  // The café.
  ...{ name: 'Harbour Café', nickname: 'Harbour Café', display_name: 'Harbour Café', username: 'harbourcafe' },
  ...{ handle: 'harbourcafe', bio: 'Coffee and cake by the water', email: 'owner@cafe.example.com' },
  ...{ label: 'Harbour Café' },
  ...{ picture_url: PICTURE, avatar_url: PICTURE, profile_picture_url: PICTURE, thumbnail_url: PICTURE, thumbnail: '' },
  ...{ platform_page_id: 'example-page', page_id: 'example-page', platform_account_id: 'example-account' },
  ...{ uri: 'https://example.com/connected', url: 'https://cafe.example.com/hook' },
  ...{ connection_id: 'example-connection' },
  ...{ code: 'example-code', client_id: 'example-client', client_secret: 'example-secret', client_id_hint: 'exampl' },
  // The people of the café.
  ...{
    token: 'example-token',
    fingerprint: 'text:Zm9yIGV4YW1wbGU0',
    password: 'a long sentence',
    challenge: 'example-challenge',
  },
  ...{ passkey_id: 'example-passkey', ip: '192.0.2.7', agent: 'Firefox on Linux' },
  // The guest.
  ...{ participant_id: 'example-person', participant_name: 'Maya', sender_id: 'example-person', sender_name: 'Maya' },
  ...{ author: 'Maya', author_id: 'example-person' },
  // Published content.
  ...{ text: TEXT, content: TEXT, title: 'Plum cake', alt_text: 'A plum cake on a wooden table', hour: 9 },
  ...{ filename: 'plum-cake.jpg', content_type: 'image/jpeg', media_type: 'image/jpeg', size_bytes: 482_133 },
  ...{ folder: 'Cakes' },
  ...{ source: exampleId('med'), platform_id: 'example-post', platform_post_id: 'example-post' },
  ...{ board_id: 'example-board' },
  ...{ platform_media_id: 'example-post', platform_video_id: 'example-video' },
  ...{ permalink: 'https://example.com/p/example-post' },
  ...{ warnings: [], errors: [], attachments: [], reactions: [], media: [], missing: [], not_summed: [] },
  ...{ allowed_ips: [] },
  // Inbox items.
  ...{ rating: 5, average_rating: 4.8, total_count: 57, unread_count: 1, received: 7, answered: 6, comment_count: 1 },
  ...{ follower_count: 1280, following_count: 96, likes: 48, comments: 4, shares: 3, saves: 5, clicks: 18 },
  ...{ impressions: 900, unique_views: 640, engagement_rate: 0.061, reach: 5400, posts: 4, unknown: [] },
  ...{ can_reply: true, can_delete: true, can_hide: true, can_private_reply: true, can_post: true },
  ...{ can_send: true, can_send_attachments: true, can_send_interactive: true },
  // Times and pages of lists.
  ...{ from: '2027-01-01', to: '2027-01-01', date: '2027-01-01', weekday: 'friday', as_of: EXAMPLE_AT },
  ...{ now: EXAMPLE_AT },
  ...{ period_start: EXAMPLE_AT, period_end: MONTH_LATER, timestamp: EXAMPLE_AT, at: EXAMPLE_AT, until: EXAMPLE_AT },
  ...{ since: '2026-12-31T00:00:00.000Z', limit: 25, count: 1, retention_days: 30 },
  // Events and their deliveries.
  ...{ event_type: 'post.published', events: ['comment.received', 'post.published'], response_body: '' },
  ...{ attempt_number: 1 },
  ...{ description: `Post published on ${PLATFORMS[0]}`, summary: `Post published on ${PLATFORMS[0]}`, seq: 42 },
  ...{ attempt_count: 1, duration_ms: 85, response_duration_ms: 85, delivered: 40, total: 12, remaining: 12 },
  // The plan.
  ...{ plan: 'pro', brands_used: 1, brands_limit: 2, posts_used: 4, posts_limit: 10, interactions_used: 12 },
  ...{ interactions_limit: 50, exports_limit: 2, profile_units_used: 1, profile_units_limit: 2, page_allowance: 5 },
  ...{ used_bytes: 482_133, limit_bytes: 104_857_600, posts_remaining: 97 },
  // Keys and apps.
  ...{ scopes: ['posts:read', 'posts:write'], facebook_page_selection: true, include_transcript: true, valid: true },
  ...{ verified: true, registered: true },
  // Templates.
  ...{ template_id: 'example-template', language: 'en_US', category: 'UTILITY' },
};
