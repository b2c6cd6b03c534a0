import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import { removalBy } from '../shared/removal.ts';
import { callXrpc } from './client.ts';
import { addressOf } from './record/refs.ts';
import { POSTS } from './wire.ts';

/** https://docs.bsky.app/docs/api/com-atproto-repo-delete-record succeeds for a missing record as well. */
export const removal = removalBy(async (session, platformId) => {
  const { did, rkey } = addressOf(platformId);
  if (did !== session.account.platformId) throw new PlatformError('forbidden', 'The post is of another account.');
  const json = { repo: did, collection: POSTS, rkey };
  const call = { method: 'POST', name: 'com.atproto.repo.deleteRecord', body: { json } } as const;
  await callXrpc(session, 'effect', call, z.object({}));
});
