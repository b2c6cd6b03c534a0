import { hasFfmpeg } from '@hubbub/media-info';
import { type Files, RenditionFailed, RenditionNotReady } from '../../../core/files.ts';
import type { MediaLimits } from '../../../core/limits.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Runner } from '../../../db/query.ts';
import type { MediaRow } from '../media.ts';
import { originalFileOf, type PlatformFile, renditionFileOf } from './image-rendition.ts';
import { areVideoFacts, renditionFor, whyVideoUnfit } from './video-rendition.ts';
import * as renditions from './video-renditions.repository.ts';

/** The purpose of resolved media. */
export interface MediaPurpose {
  readonly platform: string;
  readonly limits: MediaLimits;
  /** The caller only checks the outcome of an earlier attempt. */
  readonly isReconciling: boolean;
}

/** The interval of checks grows with the age of a rendition up to this limit. */
const CHECK_SECONDS_MAX = 15;

/**
 * The video for a platform: the original or a finished rendition. Requests a missing rendition and throws
 * RenditionNotReady until it is ready. Throws PlatformError or RenditionFailed when there will be none.
 */
export async function videoForPlatform(
  db: Runner,
  { storage }: Files,
  tenantId: string,
  row: MediaRow,
  { limits, platform, isReconciling }: MediaPurpose,
): Promise<PlatformFile> {
  const original = originalFileOf(tenantId, row);
  const rendition = areVideoFacts(row.facts) ? renditionFor(row.facts, limits) : undefined;
  if (rendition === undefined || !areVideoFacts(row.facts)) return original;
  const found = await renditions.byName(db, tenantId, row.id, rendition.name);
  if (found?.state === 'ready') {
    const stored = await storage.stat(`${original.key}.${rendition.name}`);
    if (stored !== undefined) return renditionFileOf(original, rendition.name, stored.bytes);
    await renditions.markMissing(db, tenantId, row.id, rendition.name);
  }
  if (isReconciling) return original;
  if (found?.state === 'failed') throw failed(row, found);
  const unfit = whyVideoUnfit(row.facts, limits, await hasFfmpeg());
  if (unfit !== undefined)
    throw new PlatformError('rejected', `The file ${row.filename} ${unfit.why}.`, { field: 'media' });
  if (found === undefined) {
    const { name, recipe } = rendition;
    await renditions.request(
      db,
      tenantId,
      [{ mediaId: row.id, name, recipe, platforms: [platform], neededAt: new Date() }],
      false,
    );
  }
  const { age_seconds = 0, progress = 0 } = found ?? {};
  throw new RenditionNotReady(row.id, progress, Math.min(CHECK_SECONDS_MAX, Math.max(1, age_seconds / 8)));
}

function failed({ filename }: MediaRow, { failure, is_final }: renditions.RenditionRow): Error {
  const message = `The file ${filename} could not be converted. ${failure ?? ''}`.trim();
  return is_final
    ? new PlatformError('rejected', message, {
        field: 'media',
        remedy:
          'Upload the video in a form that the platform takes, such as MP4 with H.264 and AAC, and use its new id.',
      })
    : new RenditionFailed(message);
}
