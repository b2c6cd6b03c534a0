import { checkFrames, checkSize } from '../file-facts.ts';

/** The facts that readers of images find; `width` and `height` before rotation. */
export interface StoredImage {
  readonly width: number;
  readonly height: number;
  readonly frames?: number;
  readonly orientation?: number | undefined;
  readonly hasMetadata?: boolean;
  readonly hasAlpha?: boolean;
}

/** Checks the bounds and swaps the sides of an image that is shown turned by a quarter. */
export function uprightImage(image: StoredImage) {
  const { width, height, frames = 1, orientation = 1, hasMetadata = false, hasAlpha = false } = image;
  checkSize(width, height);
  checkFrames(frames);
  return {
    ...(orientation >= 5 ? { width: height, height: width } : { width, height }),
    frames,
    hasMetadata,
    hasAlpha,
    orientation: orientation > 1 ? orientation : undefined,
  };
}
