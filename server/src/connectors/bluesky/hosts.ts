/**
 * `bsky.social` is the door to all servers of Bluesky. An account elsewhere has its own server, which comes with the
 * session in its place.
 */
export const hosts = {
  pds: 'https://bsky.social',
  video: 'https://video.bsky.app',
  plc: 'https://plc.directory',
} as const;
