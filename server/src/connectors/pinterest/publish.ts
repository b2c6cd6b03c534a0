import type { Content } from '../../core/connector.ts';
import type { ListedEffect, Readiness } from '../../core/effect.ts';
import { compact } from '../../lib/compact.ts';
import { assertReadableImages } from '../shared/readable-images.ts';
import { callPinterest } from './client.ts';
import { limits } from './limits.ts';
import { checkContent, isSamePin, permalinkOf, toPin } from './map.ts';
import { uploadVideo, videoReadiness } from './media.ts';
import { listOwn } from './own-pins.ts';
import { Material, SavedPin } from './wire.ts';

const { imageTypes, imageTypesUncertain } = limits.media;

/**
 * Class C: Pinterest takes no key of ours and accepts the same pin twice, but the pins of a board can be listed.
 * https://developers.pinterest.com/docs/api/v5/pins-create
 */
export const publishing: ListedEffect<Content> = {
  class: 'C',
  lookupDelaysSeconds: [15, 60],

  async prepare(session, content) {
    checkContent(content);
    await assertReadableImages(session, content.media, [...imageTypes, ...imageTypesUncertain], 'Pinterest');
    const [video] = content.media.filter(({ type }) => type === 'video');
    return compact({ video: video && (await uploadVideo(session, video)) });
  },

  async ready(session, prepared): Promise<Readiness> {
    const { video } = Material.parse(prepared);
    return video === undefined ? { state: 'ready' } : await videoReadiness(session, video);
  },

  async send(session, content, prepared) {
    const json = toPin(content, Material.parse(prepared).video);
    const request = { method: 'POST', path: '/pins', body: { json } } as const;
    const { id } = (await callPinterest(session, 'effect', request, SavedPin)).value;
    return { platformId: id, permalink: permalinkOf(id) };
  },

  list: listOwn,
  matches: isSamePin,
};
