import type { BaseFiles } from './base-files.ts';
import { half, join, zip } from './bytes.ts';
import { film, filmMoovLast, fragmented, webm } from './films.ts';
import { type CorpusFile, refused, taken } from './verdict.ts';

const SIZE = { width: 60, height: 40, kind: 'image' } as const;
const TURNED = { width: 40, height: 60, kind: 'image' } as const;
const FILM = { kind: 'video', width: 640, height: 360, seconds: 5 } as const;

/** Sound files of every type; and each of them cut in half, and with an archive behind its end. */
export function plainFiles(bases: BaseFiles): CorpusFile[] {
  const sound = [
    taken('a.jpg', bases.jpeg, { contentType: 'image/jpeg', ...SIZE, frames: 1, hasMetadata: false }),
    taken('progressive.jpg', bases.progressive, { contentType: 'image/jpeg', ...SIZE }),
    taken('print.jpg', bases.cmyk, { contentType: 'image/jpeg', ...SIZE }),
    taken('place.jpg', bases.upright, { contentType: 'image/jpeg', ...SIZE, hasMetadata: true }),
    taken('turned.jpg', bases.turned, { contentType: 'image/jpeg', ...TURNED, orientation: 6, hasMetadata: true }),
    taken('a.png', bases.png, { contentType: 'image/png', ...SIZE, hasAlpha: false, hasMetadata: false }),
    taken('clear.png', bases.clear, { contentType: 'image/png', ...SIZE, hasAlpha: true }),
    taken('turned.png', bases.turnedPng, { contentType: 'image/png', ...TURNED, orientation: 8 }),
    taken('grey.png', bases.grey, { contentType: 'image/png', ...SIZE }),
    taken('a.webp', bases.webp, { contentType: 'image/webp', ...SIZE }),
    taken('lossless.webp', bases.losslessWebp, { contentType: 'image/webp', ...SIZE }),
    taken('turned.webp', bases.turnedWebp, { contentType: 'image/webp', ...TURNED, orientation: 5 }),
    taken('a.tif', bases.tiff, { contentType: 'image/tiff', ...SIZE }),
    taken('tiles.tif', bases.tiles, { contentType: 'image/tiff', ...SIZE }),
    taken('a.avif', bases.avif, { contentType: 'image/avif', ...SIZE }),
    taken('a.bmp', bases.bmp, { contentType: 'image/bmp', ...SIZE }),
    taken('a.gif', bases.gif, { contentType: 'image/gif', ...SIZE, frames: 1 }),
    taken('animated.gif', bases.animated, { contentType: 'image/gif', frames: 12 }),
    taken('a.mp4', bases.mp4, { contentType: 'video/mp4', ...FILM, fps: 30, videoCodec: 'h264' }),
    taken('a.webm', bases.webm, { contentType: 'video/webm', ...FILM, fps: 25, videoCodec: 'vp9' }),
    taken('a.wav', bases.wav, { contentType: 'audio/wav', kind: 'audio', seconds: 2 }),
    taken('a.pdf', bases.pdf, { contentType: 'application/pdf', kind: 'file' }),
  ];
  return [
    ...sound,
    ...sound.map(({ name, content }) => refused(`half-of-${name}`, half(content), 'truncated')),
    ...sound
      .filter(({ name }) => !/\.(avif|mp4|webm)$/.test(name))
      .map(({ name, content }) => refused(`archive-behind-${name}`, join(content, zip()), 'foreign')),
    taken('a.mp3', bases.mp3, { contentType: 'audio/mpeg', kind: 'audio', audioCodec: 'mp3' }),
    taken('last.mp4', filmMoovLast(), { contentType: 'video/mp4', ...FILM }),
    taken('a.mov', film({ brand: 'qt  ' }), { contentType: 'video/quicktime', ...FILM }),
    taken('wide.mp4', film({ isWide: true }), { contentType: 'video/mp4', ...FILM }),
    taken('phone.mov', film({ brand: 'qt  ', isTurned: true, codec: 'hvc1' }), {
      contentType: 'video/quicktime',
      width: 360,
      height: 640,
      videoCodec: 'hevc',
    }),
    taken('song.m4a', film({ brand: 'M4A ', soundOnly: true }), {
      contentType: 'audio/mp4',
      kind: 'audio',
      audioCodec: 'aac',
    }),
    taken('fragments.mp4', fragmented(7), { contentType: 'video/mp4', kind: 'video', seconds: 7, fps: 25 }),
    taken('a.mkv', webm(9, 'matroska'), { contentType: 'video/x-matroska', kind: 'video', seconds: 9 }),
  ];
}
