import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { part } from './access.ts';
import { readCreatorInfo } from './creator.ts';
import { answering } from './errors.ts';
import { initPhotos } from './init-photos.ts';
import { initVideo } from './init-video.ts';
import { authorize, giveToken, revoke } from './oauth.ts';
import { listVideos, queryVideos } from './posts.ts';
import { readStatus } from './status.ts';
import type { TikTok } from './store.ts';
import { storeChunk, uploadOperation } from './uploads.ts';
import { readUser } from './user.ts';

type Handler = (tiktok: TikTok, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Row = readonly [`${Method} ${string}`, Route['operation'], Handler, string?];

/** Without a host it is the API, and an account is asked for; elsewhere and for tokens nobody is. */
const rows: readonly Row[] = [
  ['GET /v2/auth/authorize/', 'token', authorize, 'www'],
  ['POST /v2/oauth/token/', tokenOperation, giveToken],
  ['POST /v2/oauth/revoke/', 'other', revoke],

  ['GET /v2/user/info/', 'profile', readUser],
  ['POST /v2/post/publish/creator_info/query/', 'other', readCreatorInfo],

  ['POST /v2/post/publish/video/init/', videoOperation, initVideo],
  ['POST /v2/post/publish/content/init/', 'publish', initPhotos],
  ['PUT /video/', uploadOperation, storeChunk, 'upload'],
  ['POST /v2/post/publish/status/fetch/', 'container_status', readStatus],

  ['POST /v2/video/list/', 'list_posts', listVideos],
  ['POST /v2/video/query/', 'get_post', queryVideos],
];

export function makeRoutes(tiktok: TikTok): Route[] {
  return rows.map(([line, operation, handler, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    const auth = host === 'api' && !path.startsWith('/v2/oauth/') ? 'account' : 'none';
    return { method, host, path, operation, auth, handle: answering((call) => handler(tiktok, call)) };
  });
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}

/** The init of a file publishes nothing; that of an address does. */
function videoOperation(call: Call): Operation {
  return part(call.body, 'source_info').source === 'PULL_FROM_URL' ? 'publish' : 'create_container';
}
