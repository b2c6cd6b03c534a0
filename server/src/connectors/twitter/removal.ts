import { removalBy } from '../shared/removal.ts';
import { callX, partialError, tweetPath } from './client.ts';
import { DeletedTweet } from './wire.ts';

/** https://docs.x.com/x-api/posts/delete-post */
export const removal = removalBy(async (session, platformId) => {
  const request = { method: 'DELETE', path: tweetPath(platformId) } as const;
  const { data, errors } = await callX(session, 'effect', request, DeletedTweet);
  const problem = data === undefined ? partialError(errors) : undefined;
  if (problem) throw problem;
});
