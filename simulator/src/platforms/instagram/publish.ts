import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { GraphError, invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import { momentOf } from '../meta/time.ts';
import { ownAccount } from './access.ts';
import { inviteTo } from './collaboration.ts';
import { statusOf } from './containers/containers.ts';
import { alreadyPublished, containerExpired, containerMissing, notReady, publishLimit, videoFormat } from './errors.ts';
import { scopes } from './scopes.ts';
import { type ContainerRow, dayMs, type Instagram, type MediaRow, ofLastDay } from './store.ts';

/** The guide's number; https://developers.facebook.com/docs/instagram-platform/content-publishing */
const quotaTotal = 100;

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media_publish */
export function publishContainer(instagram: Instagram, call: Call): PlatformResponse {
  const { store } = instagram;
  const account = ownAccount(instagram, call);
  requireScope(call, scopes.publish);
  const container = publishable(instagram, call, account);
  if (publishedToday(instagram, account) >= quotaTotal) throw publishLimit();

  const post = call.effect(() => {
    const visible_at = call.visibleAt();
    const children = container.children
      .map((id) => store.containers.get(id))
      .filter((child) => child !== undefined)
      .map((child) => newMedia(instagram, account, child, visible_at));
    const row = { ...newMedia(instagram, account, container, visible_at), children: children.map(({ id }) => id) };
    for (const child of children) store.media.put(child.id, { ...child, parent: row.id });
    store.media.put(row.id, row);
    inviteTo(instagram, row, container.collaborators ?? []);
    store.containers.put(container.id, { ...container, media_id: row.id });
    const media = (children.length > 0 ? children : [row]).map(({ media_type, url, alt_text }) => ({
      type: media_type === 'VIDEO' ? 'video' : 'image',
      url,
      ...(alt_text !== null && { alt: alt_text }),
    }));
    call.record({ kind: 'post', platform_id: row.id, text: row.caption, media });
    return row;
  });
  return json({ id: post.id });
}

function publishable({ world, store }: Instagram, call: Call, account: Account): ContainerRow {
  const id = call.input('creation_id');
  if (id === undefined || id === '') throw missingParameter('creation_id');
  const container = store.containers.get(id);
  if (container?.account !== account.platform_id) throw containerMissing(id);
  if (container.is_carousel_item) throw invalidParameter('A carousel item cannot be published on its own');
  switch (statusOf(container, world.clock.now())) {
    case 'PUBLISHED':
      throw alreadyPublished(id);
    case 'EXPIRED':
      throw containerExpired();
    case 'IN_PROGRESS':
      throw notReady();
    case 'ERROR':
      throw container.error_subcode === 2207026 ? videoFormat() : uploadFailed(container.error_subcode);
    case 'FINISHED':
      return container;
  }
}

function uploadFailed(subcode: number | null): GraphError {
  return new GraphError({ message: 'unknown upload error', code: -1, ...(subcode !== null && { subcode }) });
}

function newMedia({ world }: Instagram, account: Account, container: ContainerRow, visible_at: number): MediaRow {
  const { media_type, product, url, cover_url, caption, alt_text, share_to_feed } = container;
  return {
    id: world.ids.digits('179', 17),
    order: world.ids.snowflake(),
    account: account.platform_id,
    username: account.username,
    parent: null,
    children: [],
    media_type,
    product,
    url,
    thumbnail_url: media_type === 'VIDEO' ? (cover_url ?? world.media.sample('sample.jpg')) : null,
    caption,
    alt_text,
    shortcode: world.ids.text('D', 10),
    share_to_feed,
    comments_enabled: true,
    created_at: world.clock.now(),
    visible_at,
  };
}

/** `GET /{ig}/content_publishing_limit`: a rolling window of 24 hours. */
export function readPublishingLimit(instagram: Instagram, call: Call): PlatformResponse {
  const account = ownAccount(instagram, call);
  const since = call.input('since');
  const from = since === undefined ? undefined : momentOf(since);
  const now = instagram.world.clock.now();
  if (from !== undefined && !(from >= now - dayMs - 1000 && from <= now))
    throw invalidParameter('Param since must be a unix timestamp of the last 24 hours');
  const requested = new Set(
    (call.input('fields') ?? 'quota_usage').split(',').map((name) => name.trim().split('{')[0]),
  );
  return json({
    data: [
      {
        ...(requested.has('quota_usage') && { quota_usage: publishedToday(instagram, account, from) }),
        ...(requested.has('config') && { config: { quota_total: quotaTotal, quota_duration: 86_400 } }),
      },
    ],
  });
}

/** A carousel counts once: its items are not posts. Nothing counts while the setting `rate_limits` is off. */
function publishedToday({ world, store }: Instagram, account: Account, since?: number): number {
  if (!world.settings.rate_limits) return 0;
  const rows = ofLastDay(store.media.where('account', account.platform_id), world.clock.now(), since);
  return rows.filter(({ parent }) => parent === null).length;
}
