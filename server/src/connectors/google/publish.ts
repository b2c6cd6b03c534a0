import type { Content } from '../../core/connector.ts';
import type { ListedEffect } from '../../core/effect.ts';
import { assertReadableImages } from '../shared/readable-images.ts';
import { callGoogle, locationOf } from './client.ts';
import { limits } from './limits.ts';
import { isSamePost, toLocalPost, toPublished } from './map.ts';
import { listOwn } from './own-posts.ts';
import { SavedPost } from './wire.ts';

/**
 * Class C: Google accepts no key and allows duplicate posts, but the posts of a location can be listed.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/create
 */
export const publishing: ListedEffect<Content> = {
  class: 'C',
  lookupDelaysSeconds: [15, 60],

  async prepare(session, content) {
    toLocalPost(content, session.account);
    // Google fetches the image after it has accepted the post. It removes the post when it cannot use the image.
    await assertReadableImages(session, content.media, limits.media.imageTypes, 'Google');
    return {};
  },

  async send(session, content) {
    const path = `/v4/${locationOf(session)}/localPosts`;
    const json = toLocalPost(content, session.account);
    const request = { method: 'POST', host: 'business', path, body: { json } } as const;
    return toPublished(await callGoogle(session, 'effect', request, SavedPost));
  },

  list: listOwn,
  matches: isSamePost,
};
