import { RANKED_MAX } from '../../src/features/analytics/overview/posts.repository.ts';
import { SEARCHED_MAX } from '../../src/features/comments/comment.repository.ts';
import { GROWN, grownId } from './rows.ts';

/** The paths of every list with its filters and sorts, each for a frequent, a rare and an absent value. */
export function grownLists(rows: number): readonly string[] {
  const { account, rareAccount, brand, rareBrand, emptyBrand, platform, rarePlatform, absentPlatform } = GROWN;
  const accounts = [account, rareAccount].map((id) => `account_id=${id}`);
  const brands = [brand, rareBrand, emptyBrand].map((id) => `brand_id=${id}`);
  const platforms = [platform, rarePlatform, absentPlatform].map((name) => `platform=${name}`);
  const pages = [GROWN.page, GROWN.rarePage, 'page_absent'].map((id) => `page_id=${id}`);
  const searches = [GROWN.word, GROWN.rareWord, GROWN.absentWord].map((word) => `search=${word}`);
  const statuses = (...names: string[]) => names.map((name) => `status=${name}`);
  const past = new Date(Date.now() - 200 * 86_400_000).toISOString();
  const long = new Date(Date.now() - 900 * 86_400_000).toISOString();
  const ranges = [`to=${past}`, `to=${long}`];
  const plans = [`scheduled_from=${past}`, `scheduled_to=${past}`, `scheduled_to=${long}`];
  return [
    ...lists('/v1/posts', [
      ...accounts,
      `account_ids=${account},${rareAccount}`,
      ...brands,
      ...platforms,
      ...pages,
      ...statuses('published', 'failed', 'partial', 'cancelled', 'publishing', 'draft', 'scheduled'),
      ...searches,
      ...ranges,
      'sort=scheduled_at',
      ...plans,
      `scheduled_to=${past}&order=desc`,
      `scheduled_from=${past}&sort=created_at`,
      'order=asc',
      'hidden=true',
      'status=failed&sort=scheduled_at',
      'status=cancelled&sort=scheduled_at',
      'status=publishing&sort=scheduled_at',
      `status=partial&brand_id=${brand}`,
      `status=failed&account_id=${account}`,
      `search=${GROWN.word}&account_id=${rareAccount}`,
      `search=${GROWN.rareWord}&brand_id=${brand}`,
      `account_id=${account}&sort=scheduled_at`,
      `account_id=${account}&to=${past}`,
      `brand_id=${brand}&order=asc`,
      `scheduled_from=${past}&brand_id=${rareBrand}`,
      `scheduled_from=${past}&brand_id=${brand}`,
      `scheduled_to=${long}&account_id=${account}`,
      `scheduled_from=${past}&status=failed`,
      `scheduled_from=${past}&search=${GROWN.word}`,
      `scheduled_to=${past}&search=${GROWN.rareWord}&order=desc`,
      ...['', '&order=asc', '&sort=scheduled_at', '&status=draft', '&status=published'].map(
        (more) => `held=true${more}`,
      ),
      ...[...accounts, ...brands, ...platforms, ...pages, ...searches, ...plans].map((more) => `held=true&${more}`),
    ]),
    ...lists('/v1/inbox/comments', [
      ...accounts,
      ...brands,
      ...platforms,
      'min_comments=5',
      'min_comments=500',
      'min_comments=5000',
      `min_comments=500&account_id=${account}`,
      `min_comments=500&brand_id=${brand}`,
      'sort_order=asc',
      `since=${past}`,
    ]),
    ...lists(`/v1/inbox/comments/${grownId('ip', 1)}`, [
      'order=relevance',
      'moderation_status=held_for_review',
      'moderation_status=likely_spam',
      `q=${GROWN.word}`,
      `q=${GROWN.rareWord}`,
      `q=${GROWN.absentWord}`,
    ]),
    `/v1/inbox/comments/${grownId('post', rows)}`,
    `/v1/inbox/comments/p${rows - 20}`,
    `/v1/inbox/comments/${grownId('ip', 1)}/${grownId('cmt', 2)}/replies`,
    ...lists('/v1/inbox/conversations', [...accounts, ...brands, ...platforms, ...pages, 'status=archived']),
    ...[1, 2].map((n) => `/v1/inbox/conversations/${grownId('conv', n)}/messages`),
    ...lists('/v1/inbox/reviews', [...accounts, ...platforms, `since=${past}`]),
    '/v1/inbox/reviews/accounts',
    `/v1/accounts/${account}/mentions`,
    ...lists('/v1/media', [
      ...[GROWN.folder, GROWN.rareFolder, 'absent'].map((name) => `folder=${name}`),
      ...['all', GROWN.tag, GROWN.rareTag, 'absent'].map((name) => `tag=${name}`),
      ...['image', 'video', 'audio'].map((name) => `kind=${name}`),
      ...searches,
      `folder=${GROWN.rareFolder}&kind=image`,
      `search=${GROWN.word}&folder=${GROWN.folder}`,
    ]),
    ...lists(`/v1/webhooks/${GROWN.endpoint}/deliveries`, [
      ...statuses('success', 'failed', 'pending'),
      'event_type=post.published',
      'event_type=post.deleted',
      'event_type=post.deleted&status=failed',
      `event_id=${grownId('evt', rows)}`,
      ...ranges,
    ]),
    `/v1/webhooks/${GROWN.rareEndpoint}/deliveries`,
    ...lists('/v1/events', [
      ...accounts,
      ...brands,
      ...platforms,
      ...statuses('ok', 'failed'),
      'category=inbox',
      'category=accounts',
      'type=post.published',
      'type=post.failed',
      'type=post.deleted',
      `resource_id=${grownId('post', rows)}`,
      'resource_id=absent',
      ...ranges,
      'after=0',
      `after=0&type=post.failed`,
      `type=post.failed&account_id=${account}`,
      `status=failed&brand_id=${brand}`,
      `category=accounts&brand_id=${brand}`,
    ]),
    ...lists('/v1/audit', [
      ...[GROWN.person, GROWN.rarePerson, 'absent'].map((actor) => `actor=${actor}`),
      ...['update_post', 'delete_post', 'create_post'].map((action) => `action=${action}`),
      ...[grownId('post', 1), grownId('post', rows - 1), 'absent'].map((post) => `resource=${post}`),
      ...ranges,
      `from=${past}`,
      `from=${long}`,
      `actor=${GROWN.person}&to=${past}`,
      `actor=${GROWN.rarePerson}&action=update_post`,
    ]),
    ...[1, rows - 1].map((n) => `/v1/posts/${grownId('post', n)}/history`),
    ...[1, rows - 1].map((n) => `/v1/posts/${grownId('post', n)}/notes`),
    ...lists('/v1/dead', ['kind=delivery', 'kind=callback', 'kind=action']),
    ...lists('/v1/exports', [...accounts, ...statuses('completed', 'failed', 'processing')]),
    ...lists('/v1/analytics/posts', [...accounts, ...brands, 'sort=likes', 'sort=engagement_rate']),
    '/v1/accounts',
    '/v1/brands',
  ];
}

function lists(path: string, queries: readonly string[]): string[] {
  return [path, ...queries.map((query) => `${path}?${query}`)];
}

/** Lists that are filtered by brand for people who are limited to some. */
export const SHOWN_BY_BRAND = /^\/v1\/(events|exports|analytics)/;

/** Lists that look through more rows for a page, and how many at most: no index has their words or numbers in order. */
export const READS_MORE: readonly (readonly [path: RegExp, rows: number])[] = [
  [/^\/v1\/inbox\/comments\/[^?]*\?q=/, SEARCHED_MAX],
  [/^\/v1\/analytics\/posts\?sort=/, RANKED_MAX],
];
