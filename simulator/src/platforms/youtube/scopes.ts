const prefix = 'https://www.googleapis.com/auth/';

const forceSsl = `${prefix}youtube.force-ssl`;
const full = `${prefix}youtube`;

/** Scopes of which each single one is enough. https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps */
export const may = {
  read: [forceSsl, full, `${prefix}youtube.readonly`],
  upload: [forceSsl, full, `${prefix}youtube.upload`],
  manage: [forceSsl, full],
  comment: [forceSsl],
} as const;

export type Right = keyof typeof may;

export const allScopes: readonly string[] = [
  forceSsl,
  `${prefix}youtube.upload`,
  `${prefix}youtube.readonly`,
  'openid',
];
