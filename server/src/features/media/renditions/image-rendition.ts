import { createHash } from 'node:crypto';
import { type Files, keyOf } from '../../core/files.ts';
import type { MediaLimits } from '../../core/limits.ts';
import { PlatformError } from '../../core/platform-error.ts';
import {
  CannotConvert,
  type FileFacts,
  needsRendition,
  type Recipe,
  render,
  UnreadableFile,
  whyImpossible,
} from '../../lib/media-files/index.ts';
import type { MediaRow } from './media.ts';
import { withStored } from './with-stored.ts';

/** No platform shows more. */
const WIDTH_MAX = 4096;

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type])),
  mp4: 'video/mp4',
};

/** What a platform takes, for one image of a post. */
export function imageRecipe({ imageTypes, imageBytesMax }: MediaLimits): Recipe {
  const contentTypes = imageTypes.length > 0 ? imageTypes : Object.keys(EXTENSIONS);
  return { contentTypes, bytesMax: imageBytesMax, widthMax: WIDTH_MAX };
}

/** Why a stored image cannot be made to fit the platform, as a sentence without its subject. */
export function whyUnfit(facts: MediaRow['facts'], limits: MediaLimits): string | undefined {
  return isImage(facts) ? whyImpossible(facts, imageRecipe(limits), { canTranscode: false }) : undefined;
}

/** Whether it is an image whose limits are ours to keep: it is made to fit when it is published. */
export function isFitted(facts: MediaRow['facts'] | undefined): boolean {
  return facts !== undefined && isImage(facts) && (facts.frames ?? 1) === 1;
}

/** A file as a platform gets it: the original, or a copy that was made for it. */
export interface Fitting {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly filename: string;
  readonly rendition?: string;
}

/** The file as it was uploaded. */
export function originalOf(tenantId: string, { id, size_bytes, content_type, filename }: MediaRow): Fitting {
  return { key: keyOf({ tenantId, id }), bytes: size_bytes, contentType: content_type, filename };
}

/** The original where the platform takes it and it tells nothing beside the picture; else a copy, made once. */
export async function fitted(
  { storage }: Files,
  tenantId: string,
  row: MediaRow,
  limits: MediaLimits,
): Promise<Fitting> {
  const { id, facts, filename } = row;
  const original = originalOf(tenantId, row);
  const { key } = original;
  if (!isImage(facts) || !isFitted(facts)) return original;
  const recipe = imageRecipe(limits);
  if (!needsRendition(facts, recipe)) return original;
  const digest = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16);
  for (const extension of Object.values(EXTENSIONS)) {
    const rendition = `${digest}.${extension}`;
    const made = await storage.stat(keyOf({ tenantId, id, rendition }));
    if (made !== undefined) return copyOf(original, rendition, made.bytes);
  }
  const making = withStored(storage, key, row.size_bytes, (source) => render(source, recipe));
  const { contentType, content } = await making.catch((error: unknown) => {
    if (!(error instanceof CannotConvert || error instanceof UnreadableFile)) throw error;
    throw new PlatformError('rejected', `The file ${filename} ${error.message}.`, { field: 'media' });
  });
  const rendition = `${digest}.${EXTENSIONS[contentType]}`;
  const { bytes } = await storage.put(keyOf({ tenantId, id, rendition }), once(content), { contentType });
  return copyOf(original, rendition, bytes);
}

/** The type of a copy by its name. */
export function typeOfRendition(rendition: string): string | undefined {
  return /^[0-9a-f]{16}\.\w+$/.test(rendition) ? TYPES[rendition.slice(17)] : undefined;
}

export function copyOf({ key, filename }: Fitting, rendition: string, bytes: number): Fitting {
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
