import { CopyFailed, CopyNotReady, type Files } from '../../core/files.ts';
import type { MediaLimits } from '../../core/limits.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Runner } from '../../db/query.ts';
import { hasFfmpeg } from '../../lib/media-files/index.ts';
import { copyFor, isFilm, whyUnfitFilm } from './film.ts';
import type { MediaRow } from './media.ts';
import { copyOf, type Fitting, originalOf } from './rendition.ts';
import * as copies from './video-copies.repository.ts';

/** What the items are wanted for. */
export interface Wanted {
  readonly platform: string;
  readonly limits: MediaLimits;
  /** It is only asked what became of a post. */
  readonly isInDoubt: boolean;
}

/** While a copy is made it is asked for more and more rarely, as long as it has taken already. */
const CHECK_SECONDS_MAX = 15;

/**
 * A film as the platform takes it: the original, or the copy that was made beforehand. Throws CopyNotReady until there is
 * one, having asked for it, and otherwise why there is none.
 */
export async function fittedFilm(
  db: Runner,
  { storage }: Files,
  tenantId: string,
  row: MediaRow,
  { limits, platform, isInDoubt }: Wanted,
): Promise<Fitting> {
  const original = originalOf(tenantId, row);
  const copy = isFilm(row.facts) ? copyFor(row.facts, limits) : undefined;
  if (copy === undefined || !isFilm(row.facts)) return original;
  const found = await copies.byName(db, tenantId, row.id, copy.name);
  if (found?.state === 'ready') {
    const made = await storage.stat(`${original.key}.${copy.name}`);
    if (made !== undefined) return copyOf(original, copy.name, made.bytes);
    await copies.lost(db, tenantId, row.id, copy.name);
  }
  if (isInDoubt) return original;
  if (found?.state === 'failed') throw failed(row, found);
  const unfit = whyUnfitFilm(row.facts, limits, await hasFfmpeg());
  if (unfit !== undefined)
    throw new PlatformError('rejected', `The file ${row.filename} ${unfit.why}.`, { field: 'media' });
  if (found === undefined) {
    const { name, recipe } = copy;
    await copies.ask(
      db,
      tenantId,
      [{ mediaId: row.id, name, recipe, platforms: [platform], neededAt: new Date() }],
      false,
    );
  }
  const { age_seconds = 0, progress = 0 } = found ?? {};
  throw new CopyNotReady(row.id, progress, Math.min(CHECK_SECONDS_MAX, Math.max(1, age_seconds / 8)));
}

function failed({ filename }: MediaRow, { failure, is_final }: copies.CopyRow): Error {
  const message = `The file ${filename} could not be converted. ${failure ?? ''}`.trim();
  return is_final
    ? new PlatformError('rejected', message, {
        field: 'media',
        remedy:
          'Upload the video in a form that the platform takes, such as MP4 with H.264 and AAC, and use its new id.',
      })
    : new CopyFailed(message);
}
