import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import type { Operation } from '../../core/world/world.ts';

const docs = 'https://docs.x.com';

function covered(
  line: `${Method} ${string}`,
  operation: Operation | readonly Operation[],
  page: string,
  host = 'api',
): Omit<Covered, 'usedBy'> {
  const [method, path = ''] = line.split(' ') as [Method, string];
  return { method, host, path, operation, documentation: `${docs}${page}`, checked: '2026-11-20' };
}

const oauth = '/fundamentals/authentication/oauth-2-0';

/** Every endpoint that is simulated. What is left out stands in the README. */
export const coverage: readonly Covered[] = usedBy(
  [
    covered('GET /i/oauth2/authorize', 'other', `${oauth}/authorization-code`, 'www'),
    covered('POST /2/oauth2/token', ['token', 'refresh_token'], `${oauth}/user-access-token`),
    covered('POST /2/oauth2/revoke', 'other', `${oauth}/user-access-token`),
    covered('POST /oauth2/token', 'token', `${oauth}/bearer-tokens`),

    covered('GET /2/users/me', 'profile', '/x-api/users/get-my-user'),
    covered('GET /2/users/by/username/:username', 'profile', '/x-api/users/lookup/introduction'),

    covered('POST /2/tweets', ['publish', 'reply', 'edit_post'], '/x-api/posts/create-post'),
    covered('DELETE /2/tweets/:id', ['delete_post', 'delete_comment'], '/x-api/posts/delete-post'),
    covered('GET /2/tweets', 'get_post', '/x-api/posts/get-posts-by-ids'),
    covered('GET /2/tweets/:id', 'get_post', '/x-api/posts/get-post-by-id'),
    covered('PUT /2/tweets/:id/hidden', 'hide_comment', '/x-api/posts/hide-reply'),
    covered('GET /2/tweets/:id/quote_tweets', 'other', '/x-api/posts/quote-tweets/introduction'),
    covered('GET /2/tweets/search/recent', 'list_comments', '/x-api/posts/search-recent-posts'),
    covered('GET /2/users/:id/tweets', 'list_posts', '/x-api/users/get-posts'),
    covered('GET /2/users/:id/mentions', 'mentions', '/x-api/users/get-mentions'),
    covered('POST /2/users/:id/likes', 'other', '/x-api/users/like-post'),
    covered('DELETE /2/users/:id/likes/:tweet_id', 'other', '/x-api/users/unlike-post'),

    covered('POST /2/media/upload/initialize', 'upload_media', '/x-api/media/initialize-media-upload'),
    covered('POST /2/media/upload/:id/append', 'upload_media', '/x-api/media/append-media-upload'),
    covered('POST /2/media/upload/:id/finalize', 'upload_media', '/x-api/media/finalize-media-upload'),
    covered('POST /2/media/upload', 'upload_media', '/x-api/media/upload-media'),
    covered('GET /2/media/upload', 'media_status', '/x-api/media/get-media-upload-status'),
    covered('POST /2/media/metadata', 'upload_media', '/x-api/media/create-media-metadata'),

    covered('GET /2/dm_events', 'messages', '/x-api/direct-messages/get-dm-events'),
    covered(
      'GET /2/dm_conversations/with/:participant_id/dm_events',
      'messages',
      '/x-api/direct-messages/get-dm-events-for-a-dm-conversation-1',
    ),
    covered(
      'GET /2/dm_conversations/:id/dm_events',
      'messages',
      '/x-api/direct-messages/get-dm-events-for-a-dm-conversation',
    ),
    covered(
      'POST /2/dm_conversations/with/:participant_id/messages',
      'send_message',
      '/x-api/direct-messages/create-dm-message-by-participant-id',
    ),
  ],
  {
    judge: {
      'POST /oauth2/token': 'appLogin',
      'GET /2/users/by/username/:username': 'userByUsername',
      'GET /2/tweets/:id': 'singleTweet',
      'GET /2/tweets/:id/quote_tweets': 'quotes',
    },
  },
);
