import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../../core/platform.ts';
import type { Convo, Store } from '../store.ts';
import { failure, limitOf, me, pageOf, procedure, query, required, XrpcError } from '../xrpc.ts';
import { sendMessage } from './chat-messages.ts';
import { convoView, messagesOf, messageView, reactionView } from './convos.ts';

/** Sorts before every revision. */
const firstRev = '2222222222222';

/** The chat service behind the PDS: https://docs.bsky.app/docs/api/chat-bsky-convo-list-convos and its neighbours */
export function chatRoutes(store: Store): Route[] {
  const chat = 'chat.bsky.convo';
  const operation = 'messages';
  const routes = [
    query(`${chat}.listConvos`, { operation }, (call) => listConvos(store, call)),
    query(`${chat}.getConvo`, { operation }, (call) =>
      json({ convo: convoView(store, ownConvo(store, call), me(call)) }),
    ),
    query(`${chat}.getMessages`, { operation }, (call) => getMessages(store, call)),
    query(`${chat}.getLog`, { operation }, (call) => getLog(store, call)),
    procedure(`${chat}.sendMessage`, { operation: 'send_message' }, (call) =>
      sendMessage(store, call, ownConvo(store, call)),
    ),
  ];
  return routes.map(guarded);
}

/** Only through the proxy header, and only with a token that may read messages. */
function guarded(route: Route): Route {
  return {
    ...route,
    handle(call) {
      if (!call.headers['atproto-proxy']?.endsWith('#bsky_chat'))
        return failure(501, 'MethodNotImplemented', 'Method Not Implemented');
      const scopes = call.token?.scopes ?? [];
      const isPrivileged = ['com.atproto.access', 'com.atproto.appPassPrivileged', 'transition:chat.bsky'].some(
        (scope) => scopes.includes(scope),
      );
      return isPrivileged ? route.handle(call) : failure(403, 'InvalidToken', 'Bad token method');
    },
  };
}

function ownConvo(store: Store, call: Call): Convo {
  const convo = store.convos.get(required(call, 'convoId'));
  if (!convo?.members.includes(me(call))) throw new XrpcError(400, 'InvalidConvo', 'Convo not found');
  return convo;
}

/** Newest first. What only holds messages that cannot be seen yet is left out. */
function listConvos(store: Store, call: Call): PlatformResponse {
  const viewer = me(call);
  const [readState, status] = [call.input('readState'), call.input('status')];
  const rows = store.convos
    .all()
    .filter(({ members }) => members.includes(viewer))
    .filter((convo) => messagesOf(store, convo).length > 0 || !convo.requested.includes(viewer))
    .filter(({ requested }) => status === undefined || requested.includes(viewer) === (status === 'request'))
    .sort((a, b) => (a.rev < b.rev ? 1 : -1))
    .map((convo) => convoView(store, convo, viewer) as { id: string; rev: string; unreadCount: number })
    .filter(({ unreadCount }) => readState !== 'unread' || unreadCount > 0);
  const { page, ...rest } = pageOf(call, rows, ({ rev }) => rev);
  return json({ convos: page, ...rest });
}

function getMessages(store: Store, call: Call): PlatformResponse {
  const rows = messagesOf(store, ownConvo(store, call));
  const { page, ...rest } = pageOf(call, rows, ({ id }) => id);
  return json({ messages: page.map((row) => messageView(store, row, me(call))), ...rest });
}

/**
 * Oldest first after the cursor; the response's cursor is where the log ends, also when nothing is new. Without a cursor the
 * log starts now: https://github.com/bluesky-social/atproto/issues/2760
 */
function getLog(store: Store, call: Call): PlatformResponse {
  const cursor = call.input('cursor');
  const now = store.world.clock.now();
  const rows = store.logs.where('member', me(call)).sort((a, b) => (a.rev < b.rev ? -1 : 1));
  const hidden = rows.find(({ visible_at }) => visible_at > now)?.rev;
  const seen = rows.filter(({ rev }) => hidden === undefined || rev < hidden);
  if (cursor === undefined) return json({ logs: [], cursor: seen.at(-1)?.rev ?? firstRev });
  const page = seen.filter(({ rev }) => rev > cursor).slice(0, limitOf(call, 100, 100));
  const logs = page.map(({ type, rev, convo: convoId, message, reaction }) => {
    const found = message === null ? undefined : store.messages.get(message);
    const view = found ? { message: messageView(store, found, me(call)) } : {};
    return {
      $type: `chat.bsky.convo.defs#${type}`,
      rev,
      convoId,
      ...view,
      ...(reaction ? { reaction: reactionView(store, reaction) } : {}),
    };
  });
  return json({ logs, cursor: page.at(-1)?.rev ?? cursor });
}
