import { PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';

/** The error for content that the platform cannot publish. `field`: our field that is wrong. */
export function rejected(field: string, message: string): PlatformError {
  return new PlatformError('rejected', message, { field });
}

/** Throws `rejected` for media other than images and videos. */
export function assertImagesAndVideos(platformName: string, media: readonly Media[]): void {
  if (media.some(({ type }) => type !== 'image' && type !== 'video'))
    throw rejected('media', `${platformName} takes images and videos only.`);
}
