export type FileKind = 'image' | 'video' | 'audio' | 'file';

/** What a file is, by its content alone. */
export interface FileFacts {
  /** MIME type, named as in the platforms' data sheets. */
  readonly contentType: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** In pixels, as it is shown: after the rotation that the file asks for. */
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly fps?: number;
  /** Named as ffprobe names them: `h264`, `hevc`, `aac` … An unknown one has the file's own code. */
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** Pictures of an image; more than one: it is animated, or has pages. */
  readonly frames?: number;
  /** It tells more than it shows. Images: EXIF, XMP, comments, data behind the end. Films: the place. */
  readonly hasMetadata?: boolean;
  /** EXIF's 1 to 8; absent when the picture is stored upright. */
  readonly orientation?: number;
  readonly hasAlpha?: boolean;
}

/** A file wherever it lies. `read` gives the bytes from `start` to before `end`, both within the file. */
export interface FileSource {
  readonly bytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
  /** Where it lies on this machine's disk, for ffprobe. */
  readonly path?: string;
}

/** Why a file is refused. */
export type FileFault = 'empty' | 'type' | 'truncated' | 'broken' | 'foreign' | 'too_large';

/** A file that nobody should publish. The message is a sentence without its subject: "is empty", "ends before …". */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** More pixels than this are no photograph: cameras of phones have 200 million. */
export const PIXELS_MAX = 200_000_000;
export const FRAMES_MAX = 5000;

export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new UnreadableFile('broken', 'has no width or no height');
  if (width * height > PIXELS_MAX)
    throw new UnreadableFile(
      'too_large',
      `says that it is ${width} × ${height} pixels; at most ${PIXELS_MAX / 1e6} million are taken`,
    );
}

export function checkFrames(frames: number): void {
  if (frames > FRAMES_MAX)
    throw new UnreadableFile('too_large', `has more than ${FRAMES_MAX} pictures, which no platform takes`);
}
