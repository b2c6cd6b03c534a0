import { createHash } from 'node:crypto';
import {
  CannotConvert,
  type FileFacts,
  needsRendition,
  type Recipe,
  render,
  renditionProblem,
  UnreadableFile,
} from '@hubbub/media-info';
import { type Files, keyOf } from '../../../core/files.ts';
import type { MediaLimits } from '../../../core/limits.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import { fairLimit } from '../../../lib/fair-queue/fair-limit.ts';
import type { MediaRow } from '../media.ts';
import { withStoredFile } from '../with-stored-file.ts';

/** One conversion at a time. The second of a tenant waits for the first of every other. */
const conversions = fairLimit(1);

/** No platform shows wider images. */
const WIDTH_MAX = 4096;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type])),
  mp4: 'video/mp4',
};

/** The platform's requirements for an image. */
function imageRecipe({ imageTypes, imageBytesMax }: MediaLimits): Recipe {
  const contentTypes = imageTypes.length > 0 ? imageTypes : Object.keys(EXTENSIONS);
  return { contentTypes, bytesMax: imageBytesMax, widthMax: WIDTH_MAX };
}

/** Why no rendition of a stored image fits the platform, as a sentence without its subject. */
export function whyImageUnfit(facts: MediaRow['facts'], limits: MediaLimits): string | undefined {
  return isImage(facts) ? renditionProblem(facts, imageRecipe(limits), { canTranscode: false }) : undefined;
}

/** Whether it is a still image. Publishing makes a fitting rendition of such images. */
export function isFittedImage(facts: MediaRow['facts'] | undefined): boolean {
  return facts !== undefined && isImage(facts) && (facts.frames ?? 1) === 1;
}

/** The file that a platform receives: the original or a rendition. */
export interface PlatformFile {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly filename: string;
  readonly rendition?: string;
}

/** The uploaded file. */
export function originalFileOf(tenantId: string, { id, size_bytes, content_type, filename }: MediaRow): PlatformFile {
  return { key: keyOf({ tenantId, id }), bytes: size_bytes, contentType: content_type, filename };
}

/** The original if the platform accepts it and it holds no private metadata; otherwise a rendition, made once. */
export async function imageForPlatform(
  { storage }: Files,
  tenantId: string,
  row: MediaRow,
  limits: MediaLimits,
): Promise<PlatformFile> {
  const { id, facts, filename } = row;
  const original = originalFileOf(tenantId, row);
  const { key } = original;
  if (!isImage(facts) || !isFittedImage(facts)) return original;
  const recipe = imageRecipe(limits);
  if (!needsRendition(facts, recipe)) return original;
  const digest = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16);
  for (const extension of Object.values(EXTENSIONS)) {
    const rendition = `${digest}.${extension}`;
    const made = await storage.stat(keyOf({ tenantId, id, rendition }));
    if (made !== undefined) return renditionFileOf(original, rendition, made.bytes);
  }
  const rendering = conversions(tenantId, () =>
    withStoredFile(storage, key, row.size_bytes, (source) => render(source, recipe)),
  );
  const { contentType, content } = await rendering.catch((error: unknown) => {
    if (!(error instanceof CannotConvert || error instanceof UnreadableFile)) throw error;
    throw new PlatformError('rejected', `The file ${filename} ${error.message}.`, { field: 'media' });
  });
  const rendition = `${digest}.${EXTENSIONS[contentType]}`;
  const { bytes } = await storage.put(keyOf({ tenantId, id, rendition }), once(content), { contentType });
  return renditionFileOf(original, rendition, bytes);
}

/** The content type of a rendition by its name. */
export function typeOfRendition(rendition: string): string | undefined {
  return /^[0-9a-f]{16}\.\w+$/.test(rendition) ? TYPES[rendition.slice(17)] : undefined;
}

export function renditionFileOf({ key, filename }: PlatformFile, rendition: string, bytes: number): PlatformFile {
  const extension = rendition.slice(17);
  const name = `${filename.replace(/\.\w{1,10}$/, '')}.${extension}`;
  return { key: `${key}.${rendition}`, bytes, contentType: TYPES[extension] ?? '', filename: name, rendition };
}

async function* once(content: Uint8Array) {
  yield content;
}

function isImage(facts: Partial<FileFacts>): facts is FileFacts {
  return facts.kind === 'image' && facts.bytes !== undefined && facts.contentType !== undefined;
}
