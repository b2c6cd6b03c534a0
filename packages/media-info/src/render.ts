import type { Sharp } from 'sharp';
import { createGate } from '../gate.ts';
import { type FileFacts, type FileSource, PIXELS_MAX, UnreadableFile } from './facts.ts';
import { inspect } from './inspect.ts';
import { type MadeType, type Recipe, renditionType, sizeWithin, whyImpossible } from './recipe.ts';

/** No platform takes larger images. Without a path they are in memory while they are made smaller. */
const SOURCE_BYTES_MAX = 100 * 1024 * 1024;
/** No platform shows more. */
const RENDERED_PIXELS_MAX = 24_000_000;
/** Turning a picture needs all its pixels in memory, twice: about 11 MB for each million of them. */
const TURNED_PIXELS_MAX = 12_000_000;
const ATTEMPTS_MAX = 8;
const QUALITIES = [88, 76, 64];
const SIDE_MIN = 64;

export interface Rendition {
  readonly contentType: MadeType;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A file cannot be made to fit. The message is a sentence without its subject. */
export class CannotConvert extends Error {
  override readonly name = 'CannotConvert';
}

/** One picture after the other: each may need its pixels in memory. */
const oneAtATime = createGate(1);

/**
 * Makes an image that the recipe takes: upright, in sRGB, without metadata, on white where JPEG has no transparency.
 * First with less quality, then smaller, until it fits. Throws `UnreadableFile` for a picture that breaks off or lies,
 * `CannotConvert` when nothing fits.
 */
export async function render(source: FileSource, recipe: Recipe): Promise<Rendition> {
  const facts = await inspect(source);
  const reason = whyImpossible(facts, recipe, { canTranscode: false });
  if (facts.kind !== 'image' || reason !== undefined) throw new CannotConvert(reason ?? 'is no image');
  const contentType = renditionType(facts, recipe);
  if (contentType === undefined) throw new CannotConvert('is an image, and no images are taken');
  if ((facts.frames ?? 1) > 1) throw new CannotConvert('has several pictures, of which one would be left');
  if (source.bytes > SOURCE_BYTES_MAX) throw new CannotConvert('is too large to be converted');
  return oneAtATime(async () => {
    const input = source.path ?? (await source.read(0, source.bytes));
    const open = await opener(input);
    return attempts(await turnable(open, facts, recipe), facts, recipe, contentType);
  });
}

async function attempts(open: () => Sharp, facts: FileFacts, recipe: Recipe, first: MadeType): Promise<Rendition> {
  const bytesMax = recipe.bytesMax || Number.POSITIVE_INFINITY;
  let contentType = first;
  let { width, height } = sizeWithin(facts, bounded(recipe, facts));
  let quality = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX && Math.min(width, height) >= 1; attempt++) {
    const made = await encode(open(), facts, { width, height }, contentType, QUALITIES[quality] ?? 64);
    if (made.content.byteLength <= bytesMax) return { ...made, contentType };
    const ratio = made.content.byteLength / bytesMax;
    const isLossless = contentType === 'image/png';
    if (isLossless && facts.hasAlpha !== true && recipe.contentTypes.includes('image/jpeg')) contentType = 'image/jpeg';
    // Less quality halves at best; what is far too large is made smaller at once.
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

async function encode(image: Sharp, facts: FileFacts, size: Size, contentType: MadeType, quality: number) {
  // Without being told otherwise sharp leaves all metadata out and converts colours to sRGB.
  const upright = (facts.orientation === undefined ? image : image.autoOrient())
    .resize({ ...size, fit: 'fill', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded =
    contentType === 'image/jpeg'
      ? upright.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling: '4:2:0' })
      : contentType === 'image/webp'
        ? upright.webp({ quality })
        : upright.png({ compressionLevel: 9 });
  const { data, info } = await decoded(encoded);
  return { content: data, width: info.width, height: info.height };
}

/** A large picture is made smaller before it is turned, in a second file. */
async function turnable(open: () => Sharp, facts: FileFacts, recipe: Recipe): Promise<() => Sharp> {
  const { width = 0, height = 0, orientation = 1 } = facts;
  const size = sizeWithin(facts, bounded(recipe, facts));
  if (orientation === 1 || size.width * size.height * 4 > width * height * 3) return open;
  const stored = orientation >= 5 ? { width: size.height, height: size.width } : size;
  const smaller = open()
    .resize({ ...stored, fit: 'fill' })
    .keepExif()
    .keepIccProfile();
  const { data } = await decoded(facts.hasAlpha ? smaller.png() : smaller.jpeg({ quality: 96 }));
  return opener(data);
}

function bounded(recipe: Recipe, { orientation = 1 }: FileFacts): Recipe {
  const most = orientation === 1 ? RENDERED_PIXELS_MAX : TURNED_PIXELS_MAX;
  return { ...recipe, pixelsMax: Math.min(recipe.pixelsMax || most, most) };
}

async function decoded(image: Sharp) {
  try {
    return await image.toBuffer({ resolveWithObject: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0]?.replaceAll(/\/\S+/g, 'it') : '';
    throw new UnreadableFile('broken', `cannot be decoded (${reason?.slice(0, 120)})`);
  }
}

/** Memory is given back after each picture, and one picture keeps one core busy. */
async function opener(input: string | Uint8Array): Promise<() => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return () => sharp(input, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true });
}
