import type { Media, MediaFile, Session } from '../core/session.ts';

/** Works with a media item piece by piece and closes it. */
export async function withFile<T>(session: Session, media: Media, work: (file: MediaFile) => Promise<T>): Promise<T> {
  const file = (await session.file?.(media)) ?? whole(await session.media(media));
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

function whole({ bytes, contentType, filename }: Awaited<ReturnType<Session['media']>>): MediaFile {
  return {
    size: bytes.length,
    contentType,
    filename,
    read: async (start, end) => bytes.subarray(start, end),
    close: async () => {},
  };
}
