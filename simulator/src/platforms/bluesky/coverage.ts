import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import type { Operation } from '../../core/world/world.ts';

const checked = '2026-11-20';

/** `procedure` is a POST, `query` a GET; the page of the reference is named after the method. */
function xrpc(
  kind: 'query' | 'procedure',
  name: string,
  operation: Operation | readonly Operation[],
  host = 'pds',
): Omit<Covered, 'usedBy'> {
  const page = name.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const documentation = `https://docs.bsky.app/docs/api/${page}`;
  return { method: kind === 'query' ? 'GET' : 'POST', host, path: `/xrpc/${name}`, operation, documentation, checked };
}

function oauth(method: Method, path: string, operation: Operation | readonly Operation[]): Omit<Covered, 'usedBy'> {
  return { method, host: 'pds', path, operation, documentation: 'https://atproto.com/specs/oauth', checked };
}

/** Every endpoint that is simulated. What is left out stands in the README. */
export const coverage: readonly Covered[] = usedBy(
  [
    xrpc('procedure', 'com.atproto.server.createSession', 'token'),
    xrpc('procedure', 'com.atproto.server.refreshSession', 'refresh_token'),
    xrpc('procedure', 'com.atproto.server.deleteSession', 'other'),
    xrpc('query', 'com.atproto.server.getSession', 'profile'),
    xrpc('query', 'com.atproto.server.getServiceAuth', 'upload_media'),
    oauth('GET', '/.well-known/oauth-protected-resource', 'other'),
    oauth('GET', '/.well-known/oauth-authorization-server', 'other'),
    oauth('POST', '/oauth/par', 'other'),
    oauth('GET', '/oauth/authorize', 'other'),
    oauth('POST', '/oauth/token', ['token', 'refresh_token']),
    oauth('POST', '/oauth/revoke', 'other'),

    xrpc('procedure', 'com.atproto.repo.uploadBlob', 'upload_media'),
    xrpc('procedure', 'com.atproto.repo.createRecord', ['publish', 'reply', 'hide_comment', 'other']),
    xrpc('procedure', 'com.atproto.repo.putRecord', ['edit_post', 'publish', 'reply', 'hide_comment', 'other']),
    xrpc('procedure', 'com.atproto.repo.deleteRecord', ['delete_post', 'delete_comment', 'hide_comment', 'other']),
    xrpc('query', 'com.atproto.repo.getRecord', 'get_post'),
    xrpc('query', 'com.atproto.repo.listRecords', 'list_posts'),

    xrpc('query', 'app.bsky.feed.getPosts', 'get_post'),
    xrpc('query', 'app.bsky.feed.getPostThread', 'list_comments'),
    xrpc('query', 'app.bsky.feed.getAuthorFeed', 'list_posts'),
    xrpc('query', 'app.bsky.actor.getProfile', 'profile'),
    xrpc('query', 'com.atproto.identity.resolveHandle', 'profile'),
    {
      method: 'GET',
      host: 'plc',
      path: '/:did',
      operation: 'profile',
      documentation: 'https://web.plc.directory/api/redoc#operation/ResolveDid',
      checked,
    },

    xrpc('query', 'app.bsky.notification.listNotifications', 'mentions'),

    ...['listConvos', 'getConvo', 'getMessages', 'getLog'].map((name) =>
      xrpc('query', `chat.bsky.convo.${name}`, 'messages'),
    ),
    xrpc('procedure', 'chat.bsky.convo.sendMessage', 'send_message'),

    xrpc('procedure', 'app.bsky.video.uploadVideo', 'upload_media', 'video'),
    xrpc('query', 'app.bsky.video.getJobStatus', 'media_status', 'video'),
  ],
  {
    connector: {
      'POST /oauth/par': 'pushed_authorization_request_endpoint',
    },
    judge: {
      'GET /xrpc/com.atproto.server.getSession': 'getSession',
      'POST /xrpc/com.atproto.repo.createRecord': 'post',
    },
  },
);
