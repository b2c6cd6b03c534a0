import { PlatformError } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { withFile } from './media-file.ts';

/**
 * Checks images before a post, for platforms that fetch them only when the post is made or later. Throws `rejected` for
 * an image that cannot be read or has a type that the platform does not take.
 */
export async function assertReadableImages(
  session: Session,
  media: readonly Media[],
  types: readonly string[],
  platformName: string,
): Promise<void> {
  for (const item of media) {
    if (item.type !== 'image') continue;
    const contentType = await withFile(session, item, async (file) => {
      await file.read(0, Math.min(1, file.size));
      return file.contentType;
    });
    // Some servers send no type or one that is not an image's. Then the platform decides.
    if (!contentType.startsWith('image/') || types.includes(contentType)) continue;
    const message = `${platformName} does not take images of the type ${contentType}.`;
    throw new PlatformError('rejected', message, { field: 'media' });
  }
}
