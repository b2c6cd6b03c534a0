import { bytesSource, CannotConvert, inspect, render, UnreadableFile } from '@hubbub/media-info';
import type { Logo } from '../dataset.ts';

const BYTES_MAX = 5 * 1024 * 1024;
/** A small file can unpack to far more. */
const PIXELS_MAX = 25_000_000;
/** Enough for print at the size of a letterhead. */
const SIDE_MAX = 480;

/** A logo that can be shown, as PNG or JPEG. */
export interface LogoPicture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The logo as a small picture, or the sentence that says why it is left out. */
export async function pictureOf(logo: Logo): Promise<LogoPicture | { readonly missing: string }> {
  if (logo.bytes.byteLength > BYTES_MAX) return leftOut('it has more than 5 MB');
  const source = bytesSource(logo.bytes);
  try {
    const facts = await inspect(source);
    if ((facts.width ?? 0) * (facts.height ?? 0) > PIXELS_MAX) return leftOut('it has more than 25 million pixels');
    const { contentType, content, width, height } = await render(source, {
      contentTypes: ['image/png', 'image/jpeg'],
      widthMax: SIDE_MAX,
      heightMax: SIDE_MAX,
    });
    return { contentType, bytes: content, width, height };
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof CannotConvert) return leftOut(`it ${error.message}`);
    throw error;
  }
}

function leftOut(why: string) {
  return { missing: `The logo is left out: ${why}.` };
}
