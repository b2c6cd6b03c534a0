import { z } from 'zod';
import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { callYoutube, videoId } from './client.ts';

/** The response is 204 without a body. https://developers.google.com/youtube/v3/docs/videos/delete */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const query = { id: videoId(platformId) };
      const request = { method: 'DELETE', path: '/youtube/v3/videos', query } as const;
      const { status } = (await callYoutube(session, 'effect', request, z.unknown())).response;
      if (status !== 204) throw new PlatformError('unknown', `YouTube answered with status ${status}.`, { status });
    };
    await missingCountsAsRemoved(remove());
    return { platformId };
  },
};
