import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { createComment, deleteComment, listComments, readComment } from './comments.ts';
import { guarded } from './errors.ts';
import { bearerOf } from './identify.ts';
import { listNotifications } from './notifications.ts';
import { authorize, giveToken } from './oauth.ts';
import { listAcls, readMe, readNetworkSize, readOrganization, readPerson, userinfo } from './people/profile.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost, listPosts, readPost, updatePost } from './posts/posts.ts';
import { createReaction, deleteReaction } from './social.ts';
import { followerStatistics, shareStatistics } from './statistics.ts';
import type { LinkedIn } from './store.ts';
import { readMedia, receive, startOrFinish } from './uploads/uploads.ts';

type Handle = (linkedin: LinkedIn, call: Call) => PlatformResponse | Promise<PlatformResponse>;

export function makeRoutes(linkedin: LinkedIn): Route[] {
  const route = (
    line: `${Method} /${string}`,
    operation: Route['operation'],
    handle: Handle,
    more: Pick<Route, 'auth'> & { host?: string } = {},
  ): Route => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return { method, path, host: 'api', operation, handle: guarded((call) => handle(linkedin, call)), ...more };
  };
  const open = { auth: 'none', host: 'www' } as const;

  return [
    route('GET /oauth/v2/authorization', 'other', authorize, open),
    route('POST /oauth/v2/accessToken', tokenOperation, giveToken, open),
    route('PUT /dms-uploads/:asset/:name/:part', 'upload_media', receive, open),

    route('GET /v2/userinfo', 'profile', userinfo),
    route('GET /v2/me', 'profile', readMe),
    route('GET /rest/people/:key', 'other', readPerson),
    route('GET /rest/organizationAcls', 'profile', listAcls),
    route('GET /rest/organizations/:id', (call) => organizationOperation(linkedin, call), readOrganization),
    route('GET /rest/networkSizes/:urn', 'other', readNetworkSize),

    route('POST /rest/images', 'upload_media', startOrFinish('image')),
    route('GET /rest/images/:urn', 'media_status', readMedia('image')),
    route('POST /rest/videos', 'upload_media', startOrFinish('video')),
    route('GET /rest/videos/:urn', 'media_status', readMedia('video')),

    route('POST /rest/posts', 'publish', createPost),
    route('GET /rest/posts', 'list_posts', listPosts),
    route('GET /rest/posts/:urn', 'get_post', readPost),
    route('POST /rest/posts/:urn', 'edit_post', updatePost),
    route('DELETE /rest/posts/:urn', 'delete_post', deletePost),

    route('GET /rest/socialActions/:urn/comments', 'list_comments', listComments),
    route('POST /rest/socialActions/:urn/comments', 'reply', createComment),
    route('GET /rest/socialActions/:urn/comments/:id', 'list_comments', readComment),
    route('DELETE /rest/socialActions/:urn/comments/:id', 'delete_comment', deleteComment),
    route('POST /rest/reactions', 'other', createReaction),
    route('DELETE /rest/reactions/:key', 'other', deleteReaction),

    route('GET /rest/organizationalEntityNotifications', notificationsOperation, listNotifications),

    route('GET /rest/organizationalEntityShareStatistics', 'get_post', shareStatistics),
    route('GET /rest/organizationalEntityFollowerStatistics', 'other', followerStatistics),
  ];
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}

/** An organization of the login is its profile; others are looked up as authors. */
function organizationOperation({ store }: LinkedIn, call: Call): Operation {
  const grant = store.grants.get(bearerOf(call) ?? '');
  return grant?.organizations.includes(call.param('id')) ? 'profile' : 'other';
}

function notificationsOperation(call: Call): Operation {
  return (call.input('actions') ?? 'SHARE_MENTION').includes('SHARE_MENTION') ? 'mentions' : 'other';
}
