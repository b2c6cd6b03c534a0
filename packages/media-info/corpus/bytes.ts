import { crc32, deflateSync } from 'node:zlib';

export const latin1 = (text: string) => Buffer.from(text, 'latin1');
export const join = (...parts: readonly (Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)));

/** Whole numbers in big-endian order. */
export function be(bytes: number, ...values: readonly number[]): Buffer {
  const all = Buffer.alloc(bytes * values.length);
  values.forEach((value, index) => {
    if (bytes === 8) all.writeBigUInt64BE(BigInt(value), index * 8);
    else all.writeUIntBE(value, index * bytes, bytes);
  });
  return all;
}
/** Whole numbers in little-endian order. */
export function le(bytes: number, ...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => be(bytes, value).reverse()));
}

export const half = (content: Uint8Array) => content.subarray(0, Math.floor(content.length / 2));

export function chunk(type: string, content: Uint8Array): Buffer {
  const body = join(type, content);
  return join(be(4, content.length), body, be(4, crc32(body)));
}

export const PNG_START = latin1('\x89PNG\r\n\x1a\n');
export const PNG_END = chunk('IEND', Buffer.alloc(0));
export const pngHead = (width: number, height: number, depth = 8, colour = 0) =>
  join(PNG_START, chunk('IHDR', join(be(4, width, height), be(1, depth, colour, 0, 0, 0))));

/** A grey PNG with the data of `rows` rows, which may differ from its header. */
export const png = (width: number, height: number, rows = height) =>
  join(pngHead(width, height), chunk('IDAT', deflateSync(Buffer.alloc(rows * (width + 1)))), PNG_END);

/** Each frame is one pixel. */
export function gif(frames: number, width = 1, height = 1): Buffer {
  const frame = join('\x21\xf9\x04\x00\x0a\x00\x00\x00', '\x2c', le(2, 0, 0, 1, 1), '\x00', '\x02\x02\x44\x01\x00');
  const head = join('GIF89a', le(2, width, height), '\x80\x00\x00', '\x00\x00\x00\xff\xff\xff');
  return join(head, ...Array.from({ length: frames }, () => frame), '\x3b');
}

export function bmp(width: number, height: number): Buffer {
  const rows = Buffer.alloc(Math.ceil((width * 24) / 32) * 4 * height, 0x7f);
  const info = join(le(4, 40, width, height), le(2, 1, 24), le(4, 0, rows.length, 2835, 2835, 0, 0));
  return join('BM', le(4, 54 + rows.length, 0, 54), info, rows);
}

/** A ZIP archive of one stored file. */
export function zip(): Buffer {
  const name = 'a.html';
  const body = '<b>hello</b>';
  const header = join(le(2, 20, 0, 0, 0, 0), le(4, crc32(body), body.length, body.length), le(2, name.length));
  const local = join('PK\x03\x04', header, le(2, 0), name, body);
  const central = join('PK\x01\x02', le(2, 20), header, le(2, 0, 0, 0, 0), le(4, 0, 0), name);
  return join(local, central, 'PK\x05\x06', le(2, 0, 0, 1, 1), le(4, central.length, local.length), le(2, 0));
}

export function wav(seconds: number): Buffer {
  const sound = Buffer.alloc(8000 * seconds, 0x80);
  const format = join('fmt ', le(4, 16), le(2, 1, 1), le(4, 8000, 8000), le(2, 1, 8));
  return join('RIFF', le(4, 36 + sound.length), 'WAVE', format, 'data', le(4, sound.length), sound);
}

/** Silent frames of 128 kilobits and 44,100 samples a second, 417 bytes and 26 ms each. */
export function mp3(frames: number): Buffer {
  const frame = join('\xff\xfb\x90\x00', Buffer.alloc(413));
  return join(...Array.from({ length: frames }, () => frame));
}

export const pdf = () =>
  latin1('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n');
