import sharp from 'sharp';
import { expect, test } from 'vitest';
import { baseFiles } from '../corpus/base-files.ts';
import { chunk, gif, join, PNG_END, png, pngHead } from '../corpus/bytes.ts';
import { video } from '../corpus/videos.ts';
import {
  bytesSource,
  CannotConvert,
  inspect,
  needsRendition,
  type Recipe,
  render,
  renditionProblem,
  UnreadableFile,
} from './index.ts';

const JPEG: Recipe = { contentTypes: ['image/jpeg', 'video/mp4'] };
const bases = await baseFiles();
const factsOf = (content: Uint8Array) => inspect(bytesSource(content));
const made = async (content: Uint8Array, recipe: Recipe = JPEG) => {
  const rendition = await render(bytesSource(content), recipe);
  return { ...rendition, facts: await factsOf(rendition.content) };
};

test('facts agree with those of a decoder', async () => {
  for (const content of [
    bases.jpeg,
    bases.progressive,
    bases.rotated,
    bases.transparent,
    bases.webp,
    bases.losslessWebp,
    bases.tiledTiff,
    bases.avif,
    bases.gif,
    bases.animated,
  ]) {
    const { width, height, frames, orientation } = await factsOf(content);
    const decoded = await sharp(content).metadata();
    expect({ width, height, frames, orientation }).toEqual({
      ...(decoded.autoOrient ?? decoded),
      frames: decoded.pages ?? 1,
      orientation: (decoded.orientation ?? 1) > 1 ? decoded.orientation : undefined,
    });
  }
});

test('renditions are upright, in sRGB, without metadata, of an accepted type', async () => {
  for (const content of [bases.rotated, bases.rotatedPng, bases.rotatedWebp]) {
    const { facts } = await made(content);
    expect(facts).toMatchObject({ contentType: 'image/jpeg', width: 40, height: 60, hasMetadata: false });
    expect(facts.orientation).toBeUndefined();
  }
  for (const content of [bases.withExif, bases.cmyk, bases.tiff, bases.avif, bases.gif]) {
    const { facts, content: jpeg } = await made(content);
    expect(facts).toMatchObject({ contentType: 'image/jpeg', width: 60, height: 40, hasMetadata: false });
    const decoded = await sharp(jpeg).metadata();
    expect(decoded).toMatchObject({ space: 'srgb', channels: 3 });
    expect(decoded.exif ?? decoded.icc ?? decoded.xmp).toBeUndefined();
  }
});

test('images that are made smaller before their rotation are upright', async () => {
  const red = { create: { width: 30, height: 40, channels: 3, background: 'red' } } as const;
  const halves = sharp({ create: { ...red.create, width: 60, background: 'blue' } });
  const stored = await halves
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  for (const widthMax of [10, 40]) {
    const { facts, content } = await made(stored, { ...JPEG, widthMax });
    expect(facts).toMatchObject({ width: widthMax, height: widthMax * 1.5, hasMetadata: false });
    const [r = 0, , b = 0] = await sharp(content).raw().toBuffer();
    expect(r).toBeGreaterThan(b + 100);
  }
});

test('transparency becomes white in a JPEG and stays in a PNG', async () => {
  const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { data } = await sharp((await made(clear)).content)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeGreaterThan(250);
  expect(needsRendition(await factsOf(clear), { contentTypes: ['image/png'] })).toBe(false);
  expect((await made(clear, { contentTypes: ['image/jpeg', 'image/png'], widthMax: 4 })).facts).toMatchObject({
    contentType: 'image/png',
    width: 4,
    hasAlpha: true,
  });
});

test('images get smaller until they fit', async () => {
  const noise = sharp({
    create: {
      width: 450,
      height: 300,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const jpeg = await noise.clone().jpeg({ quality: 98 }).toBuffer();
  const recipes: readonly Recipe[] = [
    { ...JPEG, bytesMax: 30_000 },
    { ...JPEG, bytesMax: 3000 },
    { ...JPEG, widthMax: 300 },
    { ...JPEG, heightMax: 100 },
    { ...JPEG, pixelsMax: 10_000 },
    { contentTypes: ['image/webp'], bytesMax: 8000 },
  ];
  for (const recipe of recipes) {
    expect(needsRendition(await factsOf(jpeg), recipe)).toBe(true);
    const { facts } = await made(jpeg, recipe);
    expect(needsRendition(facts, recipe), JSON.stringify(recipe)).toBe(false);
    expect((facts.width ?? 0) / (facts.height ?? 1)).toBeCloseTo(1.5, 1);
  }
  const noisy = await noise.clone().png().toBuffer();
  expect((await made(noisy, { contentTypes: ['image/png'], bytesMax: 50_000 })).facts.bytes).toBeLessThan(50_000);
  expect((await made(noisy, { contentTypes: ['image/jpeg', 'image/png'], bytesMax: 90_000 })).contentType).toBe(
    'image/jpeg',
  );
  await expect(made(jpeg, { ...JPEG, bytesMax: 100 })).rejects.toThrow(CannotConvert);
});

test('an image whose data ends too early is rejected', async () => {
  const noData = join(pngHead(60, 40), chunk('IDAT', png(60, 40, 10).subarray(41, -16)), PNG_END);
  await expect(made(noData)).rejects.toThrow(UnreadableFile);
});

test('the reason why a file cannot be sent is a sentence', async () => {
  const canTranscode = false;
  const why = async (content: Uint8Array, recipe: Recipe) =>
    renditionProblem(await factsOf(content), recipe, { canTranscode });
  expect(await why(bases.jpeg, JPEG)).toBeUndefined();
  expect(await why(bases.rotated, JPEG)).toBeUndefined();
  expect(await why(bases.png, JPEG)).toBeUndefined();
  expect(await why(gif(12), JPEG)).toMatch(/several images as image\/gif/);
  expect(await why(gif(12), { contentTypes: ['image/gif'] })).toBeUndefined();
  expect(await why(gif(12), { contentTypes: ['image/gif'], bytesMax: 100 })).toMatch(/too large/);
  expect(await why(bases.bmp, JPEG)).toMatch(/save it as JPEG/);
  expect(await why(bases.jpeg, { contentTypes: ['video/mp4'] })).toMatch(/no images/);
  expect(await why(bases.jpeg, { ...JPEG, aspect: { min: 0.8, max: 1.2 } })).toMatch(
    /60 × 40, a ratio of 1.5; from 0.8 to 1.2/,
  );
  expect(await why(bases.pdf, JPEG)).toMatch(/application\/pdf, which is not accepted/);
  expect(await why(video(), JPEG)).toBeUndefined();
  expect(await why(video(), { ...JPEG, secondsMax: 4 })).toMatch(/5 seconds long; at most 4/);
  expect(await why(video({ codec: 'hvc1' }), { ...JPEG, videoCodecs: ['h264'] })).toMatch(
    /hevc.*ffmpeg, which is not installed/,
  );
  expect(await why(video(), { ...JPEG, fpsMax: 24 })).toMatch(/30 frames a second/);
  expect(await why(video(), { contentTypes: ['image/jpeg'] })).toMatch(/no MP4 videos/);
  await expect(made(gif(12))).rejects.toThrow(CannotConvert);
});
