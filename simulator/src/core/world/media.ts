import type { Content } from '../calls/content.ts';

export interface MediaFacts {
  /** image/jpeg, image/png, image/gif, image/webp, video/mp4, audio/mpeg …; null when the bytes are none of these. */
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

export interface Media {
  /**
   * Fetches a media address as the platform would. `https://simulator.test/files/x` is our own file x; addresses on
   * this machine are fetched when `allow_local_fetch` is on; any other public address counts as reachable without
   * being asked, then `bytes` and `facts` are null. `ok: false` wants the platform's own "could not be fetched".
   */
  fetch(
    url: string,
  ): Promise<{ ok: true; url: string; bytes: Buffer | null; facts: MediaFacts | null } | { ok: false; reason: string }>;
  /** The type of the bytes, from their header. */
  facts(content: Buffer | Content): MediaFacts;
  /** Keeps uploaded bytes and returns the address under which they are served (`https://simulator.test/files/…`). */
  save(content: Buffer | Content, contentType: string): string;
  /** Kept pieces and what follows them as one content, which is the caller's to close. */
  join(urls: readonly string[], last: Buffer): Promise<Content>;
  /** The address of a sample file: sample.jpg, sample.png, sample.gif, sample.mp4, sample.mp3, avatar.png. */
  sample(name: string): string;
}
