import type { Archive, ArchivedItem } from '../../core/analysis/archive.ts';
import type { Metrics } from '../../core/analytics/metrics.ts';
import { compact } from '../../lib/compact.ts';
import { sumOf } from '../shared/sum-of.ts';
import { callPinterest } from './client.ts';
import { permalinkOf, pictureOf } from './map.ts';
import { type ArchivedPin, ArchivedPins } from './wire.ts';

const PAGE_SIZE = 250;

/**
 * The account's pins. The list tells lifetime numbers, unlike the analytics of one pin, which end after 90 days.
 * https://developers.pinterest.com/docs/api/v5/pins-list
 */
export const archive: Archive = {
  holds: 'posts',
  isUnordered: true,

  async list(session, cursor) {
    const query = { page_size: PAGE_SIZE, pin_metrics: 'true', bookmark: cursor };
    const request = { method: 'GET', path: '/pins', query } as const;
    const { items, bookmark } = (await callPinterest(session, 'read', request, ArchivedPins)).value;
    return compact({ items: items.map(({ value }) => toItem(value)), cursor: bookmark || undefined });
  },
};

function toItem(pin: ArchivedPin): ArchivedItem {
  const { id, created_at, title, description, media, pin_metrics } = pin;
  const picture = pictureOf(media);
  return compact({
    platformId: id,
    title: title || undefined,
    text: description || undefined,
    url: permalinkOf(id),
    coverUrl: picture,
    // Pinterest gives no address of a video's file.
    mediaUrl: media?.media_type === 'image' ? picture : undefined,
    createdAt: created_at,
    durationSeconds: media?.duration === undefined ? undefined : Math.round(media.duration / 1000),
    metrics: numbersOf(pin_metrics?.lifetime_metrics),
  });
}

/** Undefined for pins without lifetime numbers: only their analytics tell something. */
function numbersOf(told: Readonly<Record<string, number | undefined>> = {}): Metrics | undefined {
  const { impression, reaction, comment, save, pin_click, clickthrough } = told;
  const numbers = compact({
    impressions: impression,
    likes: reaction,
    comments: comment,
    saves: save,
    clicks: sumOf(pin_click, clickthrough),
  });
  return Object.keys(numbers).length === 0 ? undefined : numbers;
}
