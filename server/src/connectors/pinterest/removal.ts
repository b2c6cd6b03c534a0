import { z } from 'zod';
import type { PublishedItem } from '../../core/connector.ts';
import type { RepeatableEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { goneIsDone } from '../platform-call.ts';
import { callPinterest, pinPath } from './client.ts';

/** Answered by 204 and nothing else. https://developers.pinterest.com/docs/api/v5/pins-delete */
export const removal: RepeatableEffect<PublishedItem> = {
  class: 'repeatable',

  async send(session, { platformId }) {
    const remove = async () => {
      const request = { method: 'DELETE', path: pinPath(platformId) } as const;
      const { status } = (await callPinterest(session, 'effect', request, z.unknown())).answer;
      if (status !== 204) throw new PlatformError('unknown', `Pinterest answered with status ${status}.`, { status });
    };
    await goneIsDone(remove());
    return { platformId };
  },
};
