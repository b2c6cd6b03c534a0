import type { BaseFiles } from './base-files.ts';
import { half, join, zip } from './bytes.ts';
import { accepted, type CorpusFile, rejected } from './corpus-file.ts';
import { fragmented, video, videoMoovLast, webm } from './videos.ts';

const SIZE = { width: 60, height: 40, kind: 'image' } as const;
const ROTATED = { width: 40, height: 60, kind: 'image' } as const;
const VIDEO = { kind: 'video', width: 640, height: 360, seconds: 5 } as const;

/** Valid files of every type; each of them also cut in half, and with an archive behind its end. */
export function ordinaryFiles(bases: BaseFiles): CorpusFile[] {
  const valid = [
    accepted('photo.jpg', bases.jpeg, { contentType: 'image/jpeg', ...SIZE, frames: 1, hasMetadata: false }),
    accepted('progressive.jpg', bases.progressive, { contentType: 'image/jpeg', ...SIZE }),
    accepted('cmyk.jpg', bases.cmyk, { contentType: 'image/jpeg', ...SIZE }),
    accepted('gps.jpg', bases.withExif, { contentType: 'image/jpeg', ...SIZE, hasMetadata: true }),
    accepted('rotated.jpg', bases.rotated, {
      contentType: 'image/jpeg',
      ...ROTATED,
      orientation: 6,
      hasMetadata: true,
    }),
    accepted('image.png', bases.png, { contentType: 'image/png', ...SIZE, hasAlpha: false, hasMetadata: false }),
    accepted('transparent.png', bases.transparent, { contentType: 'image/png', ...SIZE, hasAlpha: true }),
    accepted('rotated.png', bases.rotatedPng, { contentType: 'image/png', ...ROTATED, orientation: 8 }),
    accepted('grey.png', bases.grey, { contentType: 'image/png', ...SIZE }),
    accepted('image.webp', bases.webp, { contentType: 'image/webp', ...SIZE }),
    accepted('lossless.webp', bases.losslessWebp, { contentType: 'image/webp', ...SIZE }),
    accepted('rotated.webp', bases.rotatedWebp, { contentType: 'image/webp', ...ROTATED, orientation: 5 }),
    accepted('image.tif', bases.tiff, { contentType: 'image/tiff', ...SIZE }),
    accepted('tiled.tif', bases.tiledTiff, { contentType: 'image/tiff', ...SIZE }),
    accepted('image.avif', bases.avif, { contentType: 'image/avif', ...SIZE }),
    accepted('image.bmp', bases.bmp, { contentType: 'image/bmp', ...SIZE }),
    accepted('image.gif', bases.gif, { contentType: 'image/gif', ...SIZE, frames: 1 }),
    accepted('animated.gif', bases.animated, { contentType: 'image/gif', frames: 12 }),
    accepted('video.mp4', bases.mp4, { contentType: 'video/mp4', ...VIDEO, fps: 30, videoCodec: 'h264' }),
    accepted('video.webm', bases.webm, { contentType: 'video/webm', ...VIDEO, fps: 25, videoCodec: 'vp9' }),
    accepted('sound.wav', bases.wav, { contentType: 'audio/wav', kind: 'audio', seconds: 2 }),
    accepted('document.pdf', bases.pdf, { contentType: 'application/pdf', kind: 'file' }),
  ];
  return [
    ...valid,
    ...valid.map(({ name, content }) => rejected(`half-of-${name}`, half(content), 'truncated')),
    ...valid
      .filter(({ name }) => !/\.(avif|mp4|webm)$/.test(name))
      .map(({ name, content }) => rejected(`archive-behind-${name}`, join(content, zip()), 'unsafe')),
    accepted('sound.mp3', bases.mp3, { contentType: 'audio/mpeg', kind: 'audio', audioCodec: 'mp3' }),
    accepted('index-at-end.mp4', videoMoovLast(), { contentType: 'video/mp4', ...VIDEO }),
    accepted('video.mov', video({ brand: 'qt  ' }), { contentType: 'video/quicktime', ...VIDEO }),
    accepted('64-bit-offsets.mp4', video({ is64Bit: true }), { contentType: 'video/mp4', ...VIDEO }),
    accepted('rotated.mov', video({ brand: 'qt  ', isRotated: true, codec: 'hvc1' }), {
      contentType: 'video/quicktime',
      width: 360,
      height: 640,
      videoCodec: 'hevc',
    }),
    accepted('song.m4a', video({ brand: 'M4A ', soundOnly: true }), {
      contentType: 'audio/mp4',
      kind: 'audio',
      audioCodec: 'aac',
    }),
    accepted('fragmented.mp4', fragmented(7), { contentType: 'video/mp4', kind: 'video', seconds: 7, fps: 25 }),
    accepted('video.mkv', webm(9, 'matroska'), { contentType: 'video/x-matroska', kind: 'video', seconds: 9 }),
  ];
}
