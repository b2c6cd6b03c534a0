import { z } from 'zod';
import type { Connectors, Context } from '../../../core/context.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import { Visibility } from '../../../core/events/target.ts';
import { type Platform, platformNamed } from '../../../core/platforms.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import { media } from '../../media/index.ts';
import { MediaInput } from '../model/post.ts';

/** Fields that a post and each of its targets may carry. */
export const contentFields = {
  text: z
    .string()
    .max(100_000)
    .optional()
    .meta({ description: '`GET /v1/platforms` tells how long it may be on each platform' }),
  title: z.string().max(1000).optional().meta({ description: 'For platforms whose posts have titles' }),
  media: z.array(MediaInput).max(40).optional().meta({ description: 'Files in their order; wins over media_ids' }),
  media_ids: z
    .array(z.string().min(1).max(4096))
    .max(40)
    .optional()
    .meta({ description: 'Media ids; an http(s) address counts as a media item of source_type url' }),
  visibility: Visibility.optional(),
  first_comment: z
    .string()
    .max(10_000)
    .optional()
    .meta({ description: 'Posted under the published post, best effort' }),
};

/** One list out of `media` and the older `media_ids`; `media` wins. */
export function mediaOf(input: {
  media?: z.infer<typeof MediaInput>[] | undefined;
  media_ids?: string[] | undefined;
}): StoredMedia[] | undefined {
  if (input.media !== undefined) return input.media as StoredMedia[];
  return input.media_ids?.map((source) => ({ source_type: /^https?:\/\//i.test(source) ? 'url' : 'media_id', source }));
}

/** 400 for media that cannot be used: addresses that may not be fetched, unknown uploads. */
export async function checkMedia(ctx: Context, items: readonly StoredMedia[], field: string): Promise<void> {
  const ids = items.flatMap((item) => (item.source_type === 'media_id' ? [item.source] : []));
  const rows = await media.byIds(ctx.db, ctx.tenant.id, ids);
  const ready = new Set(rows.flatMap((row) => (row.status === 'ready' ? [row.id] : [])));
  for (const [index, item] of items.entries()) {
    const at = `${field}.${index}.source`;
    if (item.source_type === 'url') {
      const reason = ctx.urlProblem(ctx.tenant, item.source, 'media');
      if (reason !== undefined) throw invalid(at, `The media address cannot be used: it ${reason}.`);
    } else if (item.source_type === 'platform_attachment_id') {
      // The data sheets say whether each target's platform takes it.
      if (item.type === undefined)
        throw invalid(`${field}.${index}.type`, 'An item by platform_attachment_id needs its type: image or video.');
    } else if (!ready.has(item.source)) {
      throw new ApiError(
        'invalid_request',
        `No ready media item has the id ${JSON.stringify(item.source)}.`,
        { field: at, id: item.source },
        'media.not_found',
      );
    }
  }
}

/** `platform_data` by platform name. Aliases are resolved, and each connector checks its part. */
export function platformDataOf(
  connectors: Connectors,
  data: Record<string, Record<string, unknown>> | undefined,
): Record<string, Record<string, unknown>> {
  const byPlatform: Record<string, Record<string, unknown>> = {};
  for (const [name, values] of Object.entries(data ?? {})) {
    const platform = platformNamed(name, `platform_data.${name}`);
    checkOptions(connectors, platform, values, `platform_data.${name}`);
    if (byPlatform[platform] !== undefined)
      throw invalid(`platform_data.${name}`, `${name} is another name of a platform that is there already.`);
    byPlatform[platform] = values;
  }
  return byPlatform;
}

/** Checks the options of one platform against its connector. */
export function checkOptions(
  connectors: Connectors,
  platform: Platform,
  values: Record<string, unknown>,
  field: string,
): void {
  const connector = connectors[platform];
  if (connector === undefined) return;
  const result = connector.options.safeParse(values);
  if (result.success) return;
  const issue = result.error.issues[0];
  const path = [
    field,
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
  ].join('.');
  throw invalid(path, `${path}: ${issue?.message ?? 'not valid'}.`);
}
