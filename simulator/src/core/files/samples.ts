import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { gradientJpeg, type Picture } from './sample-jpeg.ts';

/**
 * The sample files by name. The images are made from nothing; the video is a file, because only an encoder can make one:
 * five seconds of 720x1280 at 24 frames a second (H.264) with a tone (AAC).
 */
export function makeSample(name: string): Buffer | undefined {
  switch (name) {
    case 'sample.jpg':
      return gradientJpeg(1080, 1080, sunset);
    case 'avatar.png':
      return png(160, 160, avatar);
    case 'sample.png':
      return png(640, 640, sunset);
    case 'sample.gif':
      return blinkingGif(64, 64);
    case 'sample.mp4':
      return readFileSync(join(import.meta.dirname, 'sample.mp4'));
    case 'sample.mp3':
      return silence(39);
    default:
      return undefined;
  }
}

function sunset(x: number, y: number): readonly [number, number, number] {
  const wave = 0.68 + 0.03 * Math.sin(x * 9) + 0.015 * Math.sin(x * 23 + 1);
  if (y > wave) return [24 + 30 * (1 - y), 52 + 40 * (1 - y), 92 + 60 * (1 - y)];
  if (Math.hypot(x - 0.5, y - 0.58) < 0.16) return [255, 226, 150];
  return [250 - 70 * (1 - y), 120 + 90 * y, 110 + 80 * (1 - y)];
}

function avatar(x: number, y: number): readonly [number, number, number] {
  const isHead = Math.hypot(x - 0.5, y - 0.4) < 0.18;
  const isBody = Math.hypot((x - 0.5) * 0.8, y - 1.0) < 0.32;
  return isHead || isBody ? [255, 255, 255] : [60 + 60 * x, 100 + 40 * y, 220];
}

function png(width: number, height: number, picture: Picture): Buffer {
  const lines = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1) for (const value of picture(x / width, y / height)) lines[at++] = value;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    start,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Two frames of one colour each. The codes are never packed: a clear code comes before the table could grow. */
function blinkingGif(width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x91\0\0', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const palette = Buffer.from([36, 86, 230, 255, 226, 150, 255, 255, 255, 0, 0, 0]);
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
  const frames = [0, 1].map((colour) => gifFrame(width, height, colour));
  return Buffer.concat([screen, palette, loop, ...frames, Buffer.from([0x3b])]);
}

function gifFrame(width: number, height: number, colour: number): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, 0, 50, 0, 0, 0]);
  const place = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  place.writeUInt16LE(width, 5);
  place.writeUInt16LE(height, 7);
  const [clear, end] = [4, 5];
  const codes: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % 2 === 0) codes.push(clear);
    codes.push(colour);
  }
  codes.push(end);
  const packed: number[] = [];
  let bits = 0;
  let count = 0;
  for (const code of codes) {
    bits |= code << count;
    for (count += 3; count >= 8; count -= 8, bits >>= 8) packed.push(bits & 255);
  }
  packed.push(bits & 255);
  const blocks: number[] = [];
  for (let at = 0; at < packed.length; at += 255)
    blocks.push(Math.min(255, packed.length - at), ...packed.slice(at, at + 255));
  return Buffer.concat([control, place, Buffer.from([...blocks, 0])]);
}

/** Frames of MPEG-1 Layer III at 128 kbit/s and 44.1 kHz, 26 ms each, that hold nothing. */
function silence(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
