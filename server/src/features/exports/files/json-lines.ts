import type { Dataset, DatasetItem } from '../dataset.ts';
import { safeText } from './safe-text.ts';
import type { Summary } from './summary.ts';

/** One JSON object a line: the export, its items, its days, its comments. `type` says which; times are ISO 8601 in UTC. */
export async function* jsonLines(dataset: Dataset, summary: Summary): AsyncIterable<Uint8Array> {
  const type = summary.holds === 'videos' ? 'video' : 'post';
  yield line('export', headOf(dataset));
  for await (const item of dataset.items()) yield line(type, itemOf(item));
  for await (const { date, metrics } of dataset.days()) yield line('day', { date, metrics });
  for await (const comment of dataset.comments()) {
    yield line('comment', {
      platform_id: comment.platformId,
      item_platform_id: comment.itemPlatformId,
      parent_platform_id: comment.parentPlatformId,
      author: comment.author,
      text: comment.text,
      created_at: comment.createdAt,
      likes: comment.likes,
    });
  }
}

function headOf({ head: { exportId, createdAt, account, brand, missing } }: Dataset): object {
  const { id, platform, username, displayName } = account;
  return {
    id: exportId,
    created_at: createdAt,
    account: { id, platform, username, display_name: displayName },
    brand: { name: brand.name, timezone: brand.timezone },
    missing,
  };
}

function itemOf(item: DatasetItem): object {
  const { vision } = item;
  return {
    platform_id: item.platformId,
    title: item.title,
    description: item.description,
    url: item.url,
    cover_url: item.coverUrl,
    created_at: item.createdAt,
    duration_seconds: item.durationSeconds,
    width: item.width,
    height: item.height,
    metrics: item.metrics,
    transcript: item.transcript,
    vision: vision === undefined || 'missing' in vision ? vision : visionOf(vision),
  };
}

function visionOf(vision: Extract<DatasetItem['vision'], { readonly summary: string }>): object {
  const { summary, category, subjects, textOnScreen, hook, brandSafety } = vision;
  return { summary, category, subjects, text_on_screen: textOnScreen, hook, brand_safety: brandSafety };
}

function line(type: string, fields: object): Uint8Array {
  const text = JSON.stringify({ type, ...fields }, (_, value) => (typeof value === 'string' ? safeText(value) : value));
  return Buffer.from(`${text}\n`);
}
