import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { readPinAnalytics, readUserAnalytics } from './analytics.ts';
import { createBoard, deleteBoard, editBoard, listBoardPins, listBoards, readBoard } from './boards.ts';
import { answering } from './errors.ts';
import { authorize, giveToken } from './oauth.ts';
import { createPin, deletePin, editPin, listPins } from './pins.ts';
import type { Pinterest } from './store.ts';
import { readMedia, registerMedia, storeFile } from './uploads.ts';
import { readUser } from './user.ts';

type Handler = (pinterest: Pinterest, call: Call) => PlatformResponse | Promise<PlatformResponse>;
type Row = readonly [`${Method} ${string}`, Route['operation'], Handler, string?];

/** Without a host it is the API, and an account is asked for; elsewhere and for tokens nobody is. */
const rows: readonly Row[] = [
  ['GET /oauth/', 'token', authorize, 'www'],
  ['POST /v5/oauth/token', tokenOperation, giveToken],

  ['GET /v5/user_account', 'profile', readUser],
  ['GET /v5/user_account/analytics', 'other', readUserAnalytics],

  ['GET /v5/boards', 'other', listBoards],
  ['POST /v5/boards', 'other', createBoard],
  ['GET /v5/boards/:board', 'other', readBoard],
  ['PATCH /v5/boards/:board', 'other', editBoard],
  ['DELETE /v5/boards/:board', 'other', deleteBoard],
  ['GET /v5/boards/:board/pins', 'list_posts', listBoardPins],

  ['GET /v5/pins', 'list_posts', listPins],
  ['POST /v5/pins', 'publish', createPin],
  ['PATCH /v5/pins/:pin', 'edit_post', editPin],
  ['DELETE /v5/pins/:pin', 'delete_post', deletePin],
  ['GET /v5/pins/:pin/analytics', 'get_post', readPinAnalytics],

  ['POST /v5/media', 'upload_media', registerMedia],
  ['GET /v5/media/:media', 'media_status', readMedia],
  ['POST /', 'upload_media', storeFile, 'upload'],
];

export function makeRoutes(pinterest: Pinterest): Route[] {
  return rows.map(([line, operation, handler, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    const auth = host === 'api' && !path.startsWith('/v5/oauth/') ? 'account' : 'none';
    return { method, host, path, operation, auth, handle: answering((call) => handler(pinterest, call)) };
  });
}

function tokenOperation(call: Call): Operation {
  return call.input('grant_type') === 'refresh_token' ? 'refresh_token' : 'token';
}
