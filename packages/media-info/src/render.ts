import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { type FileFacts, type FileSource, PIXELS_MAX, UnreadableFile } from './file-facts.ts';
import { inspect } from './inspect.ts';
import { type EncodedType, type Recipe, renditionProblem, renditionType, sizeWithin } from './recipe.ts';

/** No platform accepts larger images. A source without a path is in memory while it is converted. */
const SOURCE_BYTES_MAX = 100 * 1024 * 1024;
/** No platform shows more pixels. */
const RENDERED_PIXELS_MAX = 24_000_000;
/** Rotation needs all pixels in memory twice: about 11 MB a million. */
const ROTATED_PIXELS_MAX = 12_000_000;
const ATTEMPTS_MAX = 8;
const QUALITIES = [88, 76, 64];
const SIDE_MIN = 64;

export interface Rendition {
  readonly contentType: EncodedType;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** No rendition of the file fits the recipe. The message is a sentence without its subject. */
export class CannotConvert extends Error {
  override readonly name = 'CannotConvert';
}

/** One image at a time, because each may need its pixels in memory. */
const oneAtATime = pLimit(1);

/**
 * Makes an image that fits the recipe: upright, in sRGB, without metadata, on white where JPEG has no transparency.
 * Lowers the quality first, then the size, until it fits. Throws `UnreadableFile` for an image that cannot be decoded,
 * `CannotConvert` when nothing fits.
 */
export async function render(source: FileSource, recipe: Recipe): Promise<Rendition> {
  const facts = await inspect(source);
  const reason = renditionProblem(facts, recipe, { canTranscode: false });
  if (facts.kind !== 'image' || reason !== undefined) throw new CannotConvert(reason ?? 'is no image');
  const contentType = renditionType(facts, recipe);
  if (contentType === undefined) throw new CannotConvert('is an image, and no images are accepted');
  if ((facts.frames ?? 1) > 1) throw new CannotConvert('has several images, and a rendition has only one');
  if (source.bytes > SOURCE_BYTES_MAX) throw new CannotConvert('is too large to be converted');
  return oneAtATime(async () => {
    const input = source.path ?? (await source.read(0, source.bytes));
    const open = await imageOpener(input);
    return encodeUntilItFits(await openerForRotation(open, facts, recipe), facts, recipe, contentType);
  });
}

async function encodeUntilItFits(
  open: () => Sharp,
  facts: FileFacts,
  recipe: Recipe,
  first: EncodedType,
): Promise<Rendition> {
  const bytesMax = recipe.bytesMax || Number.POSITIVE_INFINITY;
  let contentType = first;
  let { width, height } = sizeWithin(facts, withPixelLimit(recipe, facts));
  let quality = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX && Math.min(width, height) >= 1; attempt++) {
    const encoded = await encode(open(), facts, { width, height }, contentType, QUALITIES[quality] ?? 64);
    if (encoded.content.byteLength <= bytesMax) return { ...encoded, contentType };
    const ratio = encoded.content.byteLength / bytesMax;
    const isLossless = contentType === 'image/png';
    if (isLossless && facts.hasAlpha !== true && recipe.contentTypes.includes('image/jpeg')) contentType = 'image/jpeg';
    // Lower quality halves the bytes at best, so a far larger image gets smaller at once.
    else if (!isLossless && ratio < 2.5 && quality < QUALITIES.length - 1) quality += 1;
    else {
      const scale = Math.min(0.9, Math.sqrt(1 / ratio) * 0.95);
      if (Math.min(width, height) * scale < SIDE_MIN && attempt > 0) break;
      width = Math.max(1, Math.floor(width * scale));
      height = Math.max(1, Math.floor(height * scale));
    }
  }
  throw new CannotConvert(`cannot be made to fit into ${bytesMax} bytes`);
}

async function encode(image: Sharp, facts: FileFacts, size: Size, contentType: EncodedType, quality: number) {
  // sharp leaves out all metadata and converts colours to sRGB by default.
  const upright = (facts.orientation === undefined ? image : image.autoOrient())
    .resize({ ...size, fit: 'fill', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded =
    contentType === 'image/jpeg'
      ? upright.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:2:0' })
      : contentType === 'image/webp'
        ? upright.webp({ quality })
        : upright.png({ compressionLevel: 9 });
  const { data, info } = await toBuffer(encoded);
  return { content: data, width: info.width, height: info.height };
}

/** Makes a large image smaller before its rotation. */
async function openerForRotation(open: () => Sharp, facts: FileFacts, recipe: Recipe): Promise<() => Sharp> {
  const { width = 0, height = 0, orientation = 1 } = facts;
  const size = sizeWithin(facts, withPixelLimit(recipe, facts));
  if (orientation === 1 || size.width * size.height * 4 > width * height * 3) return open;
  const stored = orientation >= 5 ? { width: size.height, height: size.width } : size;
  const smaller = open()
    .resize({ ...stored, fit: 'fill' })
    .keepExif()
    .keepIccProfile();
  const { data } = await toBuffer(facts.hasAlpha ? smaller.png() : smaller.jpeg({ quality: 96 }));
  return imageOpener(data);
}

function withPixelLimit(recipe: Recipe, { orientation = 1 }: FileFacts): Recipe {
  const pixelsMax = orientation === 1 ? RENDERED_PIXELS_MAX : ROTATED_PIXELS_MAX;
  return { ...recipe, pixelsMax: Math.min(recipe.pixelsMax || pixelsMax, pixelsMax) };
}

async function toBuffer(image: Sharp) {
  try {
    return await image.toBuffer({ resolveWithObject: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]?.replaceAll(/\/\S+/g, 'it') : '';
    throw new UnreadableFile('broken', `cannot be decoded (${reason?.slice(0, 120)})`);
  }
}

/** Frees memory after each image, and uses one core. */
async function imageOpener(input: string | Uint8Array): Promise<() => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return () => sharp(input, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true });
}
