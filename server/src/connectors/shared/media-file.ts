import type { Media, MediaFile, Session } from '../../core/session.ts';

/** Opens a media item, so that `work` can read it piece by piece, and closes it afterwards. */
export async function withFile<T>(session: Session, media: Media, work: (file: MediaFile) => Promise<T>): Promise<T> {
  const file = (await session.file?.(media)) ?? whole(await session.media(media));
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** The same with several items at once. */
export async function withFiles<T>(
  session: Session,
  items: readonly Media[],
  work: (files: readonly MediaFile[]) => Promise<T>,
): Promise<T> {
  const [first, ...rest] = items;
  if (first === undefined) return work([]);
  return withFile(session, first, (file) => withFiles(session, rest, (files) => work([file, ...files])));
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
