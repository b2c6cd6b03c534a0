/**
 * `bsky.social` is the entry to all servers of Bluesky. For an account elsewhere the session has the account's own
 * server in its place.
 */
export const hosts = {
  pds: 'https://bsky.social',
  video: 'https://video.bsky.app',
  plc: 'https://plc.directory',
} as const;
