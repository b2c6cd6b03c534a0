import type { Call, OpenPlatform, Route, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { coverage } from './coverage.ts';
import { errors, failure, TelegramError } from './errors.ts';
import { download } from './files.ts';
import { limited } from './limits.ts';
import { type BotMethod, methods, operationOf } from './methods.ts';
import { connect, createAccount } from './people.ts';
import { edit, message, press, reaction, refer, remove } from './private-visitors.ts';
import { openStore, type Store } from './store.ts';
import { messages, posts } from './views.ts';
import { comment, like, mention } from './visitors.ts';

/** Telegram's Bot API. An account is a channel with a discussion group and the bot that administers both. */
export const telegram: SimulatedPlatform = {
  name: 'telegram',
  displayName: 'Telegram',
  hosts: { api: ['api.telegram.org'] },
  coverage,
  evictable: ['files', 'messages', 'updates'],
  open,
};

function open(world: World): OpenPlatform {
  const store = openStore(world);
  return {
    routes: [
      ...methods.map((method) => routeOf(store, method)),
      {
        method: 'GET',
        host: 'api',
        path: '/file/bot:token/:folder/:name',
        operation: 'other',
        handle: (call) => download(store, call),
      },
    ],
    errors,
    identify: tokenIn,
    before: (call) => limited(world, call),
    createAccount: (options) => createAccount(store, options),
    connect: (account) => connect(store, account),
    visitors: {
      comment: (action) => comment(store, action),
      message: (action) => message(store, action),
      mention: (action) => mention(store, action),
      like: (action) => like(store, action),
      refer: (action) => refer(store, action),
      press: (action) => press(store, action),
      reaction: (action) => reaction(store, action),
      edit: (action) => edit(store, action),
      delete: (action) => remove(store, action),
    },
    posts: (account) => posts(store, account),
    messages: (account) => messages(store, account),
  };
}

function routeOf(store: Store, botMethod: BotMethod): Route {
  const { name, operation, handle } = botMethod;
  return {
    method: 'POST',
    host: 'api',
    path: `/bot:token/${name}`,
    operation: typeof operation === 'string' ? operation : (call) => operationOf(store, botMethod, call),
    async handle(call) {
      try {
        return await handle(store, call);
      } catch (error) {
        if (error instanceof TelegramError) return failure(error.status, error.message, error.parameters);
        throw error;
      }
    },
  };
}

/** The token is a part of the path. */
function tokenIn(call: Call): string | undefined {
  const token = /^\/(?:file\/)?bot([^/?]+)/.exec(call.path)?.[1];
  return token === undefined ? undefined : decodeURIComponent(token);
}
