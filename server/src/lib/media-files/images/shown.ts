import { checkFrames, checkSize } from '../facts.ts';

/** What the readers of single formats find; `width` and `height` as they are stored. */
export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly frames?: number;
  readonly orientation?: number | undefined;
  readonly hasMetadata?: boolean;
  readonly hasAlpha?: boolean;
}

/** Checks the sizes and turns them as the picture is shown. */
export function asShown({ width, height, frames = 1, orientation, hasMetadata = false, hasAlpha = false }: ImageFacts) {
  checkSize(width, height);
  checkFrames(frames);
  const lies = orientation !== undefined && orientation >= 5;
  return {
    width: lies ? height : width,
    height: lies ? width : height,
    frames,
    hasMetadata,
    hasAlpha,
    ...(orientation !== undefined && orientation > 1 && { orientation }),
  };
}
