export type FileKind = 'image' | 'video' | 'audio' | 'file';

/** The description of a file, taken from its content alone. Unknown facts are absent or undefined. */
export interface FileFacts {
  /** MIME type, named as in the platforms' data sheets. */
  readonly contentType: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** In pixels, after the rotation that the file asks for. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly seconds?: number | undefined;
  readonly fps?: number | undefined;
  /** Named as ffprobe names codecs: `h264`, `hevc`, `aac` … An unknown codec has the file's own code. */
  readonly videoCodec?: string | undefined;
  readonly audioCodec?: string | undefined;
  /** Number of images in an image file. More than one: animation or pages. */
  readonly frames?: number | undefined;
  /** Images: EXIF, XMP, comments or data behind the end. Videos: the place where they were taken. */
  readonly hasMetadata?: boolean | undefined;
  /** EXIF orientation, 2 to 8; undefined when the image is stored upright. */
  readonly orientation?: number | undefined;
  readonly hasAlpha?: boolean | undefined;
}

/** The facts that readers of videos and sound find. Sizes are those after rotation. */
export type PlaybackFacts = { readonly kind: 'video' | 'audio' } & Pick<
  FileFacts,
  'width' | 'height' | 'seconds' | 'fps' | 'videoCodec' | 'audioCodec' | 'hasMetadata'
>;

/** A file on disk, in memory or in a store. `read` returns the bytes from `start` to before `end`, both within the file. */
export interface FileSource {
  readonly bytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
  /** The path on this machine's disk, for ffprobe and image conversion. */
  readonly path?: string;
}

/** Why a file is rejected. `unsafe`: it hides something else, or it points to other files. */
export type FileFault = 'empty' | 'type' | 'truncated' | 'broken' | 'unsafe' | 'too_large';

/** A file that must not be published. The message is a sentence without its subject: "is empty", "ends before …". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Phone cameras have up to 200 million pixels. */
export const PIXELS_MAX = 200_000_000;
const FRAMES_MAX = 5000;

export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new UnreadableFile('broken', 'has no width or no height');
  if (width * height > PIXELS_MAX)
    throw new UnreadableFile(
      'too_large',
      `says that it is ${width} × ${height} pixels; at most ${PIXELS_MAX / 1e6} million are accepted`,
    );
}

export function checkFrames(frames: number): void {
  if (frames > FRAMES_MAX)
    throw new UnreadableFile('too_large', `has more than ${FRAMES_MAX} images, which no platform accepts`);
}
