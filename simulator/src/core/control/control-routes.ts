import type { FastifyInstance } from 'fastify';
import { baseOf } from '../calls/addresses.ts';
import { Rejected } from '../calls/response.ts';
import type { OpenPlatform } from '../platform.ts';
import type { Account } from '../world/world.ts';
import { worldOf } from '../worlds/enter-world.ts';
import { faultRoutes } from './control-faults.ts';
import {
  accountNamed,
  bodyOf,
  numberIn,
  oneOf,
  onlyFields,
  optional,
  platformNamed,
  queryOf,
  required,
} from './control-input.ts';
import { sendList } from './send-list.ts';
import { settingNames } from './settings.ts';
import { platformStates } from './state.ts';
import { visitorRoutes } from './visitor-routes.ts';

/** The control API under `/control`: for tests, the demo and the page. */
export function controlRoutes(app: FastifyInstance): void {
  app.get('/control/accounts', async (request, reply) => {
    const here = worldOf(request);
    const { platform } = queryOf(request);
    const used = () => here.platforms.names.filter((name) => here.credentials.hasAccounts(name));
    const wanted = platform === undefined ? used() : [platform];
    const accounts = wanted
      .map((name) => platformNamed(here, name))
      .flatMap(({ definition, open, world }) =>
        world.accounts.all().map((account) => ({ platform: definition.name, ...shown(account, open) })),
      );
    return sendList(reply, 'accounts', accounts);
  });

  app.post('/control/accounts', async (request, reply) => {
    const body = bodyOf(request);
    onlyFields(body, ['platform', 'username', 'name', 'server']);
    const { definition, open, world } = platformNamed(worldOf(request), required(body, 'platform', 'text'));
    const username = optional(body, 'username', 'text');
    const name = optional(body, 'name', 'text');
    if (username !== undefined && world.accounts.byUsername(username))
      throw new Rejected(409, `There is an account with the username ${username} already.`);
    const server = optional(body, 'server', 'text');
    if (server !== undefined) oneOf(server, 'server', definition.servers ?? []);
    const options = {
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name }),
      ...(server === undefined ? {} : { server }),
    };
    const { account, tokens } = worldOf(request).journal.change(() => {
      const account = open.createAccount(options);
      return { account, tokens: open.connect(account) };
    });
    const { client_id, client_secret } = world.app;
    const instance = '' in definition.hosts ? { instance: `${baseOf(request)}/${definition.name}` } : {};
    reply.code(201);
    return {
      platform: definition.name,
      ...shown(account, open),
      tokens,
      app: { client_id, client_secret },
      ...instance,
    };
  });

  app.get('/control/apps/:platform', async (request) => {
    const { world } = platformNamed(worldOf(request), (request.params as { platform: string }).platform);
    const { client_id, client_secret, name, callback_url, verify_token } = world.app;
    return { client_id, client_secret, name, callback_url, verify_token };
  });

  app.put('/control/apps/:platform', async (request) => {
    const { definition, open } = platformNamed(worldOf(request), (request.params as { platform: string }).platform);
    if (!open.verifyCallback) throw new Rejected(501, `${definition.displayName} has no callback address of an app.`);
    const body = bodyOf(request);
    const callbackUrl = required(body, 'callback_url', 'text');
    const verifyToken = optional(body, 'verify_token', 'text') ?? '';
    await open.verifyCallback({ callbackUrl, verifyToken }).catch((error: unknown) => {
      throw error instanceof Rejected
        ? error
        : new Rejected(400, error instanceof Error ? error.message : String(error));
    });
    worldOf(request).credentials.setCallback(definition.name, callbackUrl, verifyToken);
    return { verified: true };
  });

  app.post('/control/removals', async (request, reply) => {
    const body = bodyOf(request);
    onlyFields(body, ['platform', 'account']);
    const platform = platformNamed(worldOf(request), required(body, 'platform', 'text'));
    const { definition, open } = platform;
    const account = accountNamed(platform, required(body, 'account', 'text'));
    if (!open.removeApp) throw new Rejected(501, `${definition.displayName} tells nobody that an app was removed.`);
    open.removeApp(account);
    reply.code(201);
    return { platform: definition.name, account: account.platform_id };
  });

  app.get('/control/ledger', async (request, reply) => {
    const query = queryOf(request);
    return sendList(reply, 'entries', worldOf(request).ledger.list({ ...query, after: numberIn(query, 'after') }));
  });

  app.get('/control/calls', async (request, reply) => {
    const query = queryOf(request);
    return sendList(reply, 'calls', worldOf(request).calls.list({ ...query, after: numberIn(query, 'after') }));
  });

  app.get('/control/callbacks', async (request, reply) =>
    sendList(reply, 'callbacks', worldOf(request).callbacks.reports()),
  );

  app.get('/control/settings', async (request) => worldOf(request).settings.current);

  app.put('/control/settings', async (request) => {
    const body = bodyOf(request);
    onlyFields(body, settingNames);
    for (const name of settingNames) optional(body, name, 'boolean');
    const { settings } = worldOf(request);
    settings.change(body);
    return settings.current;
  });

  app.post('/control/clock', async (request) => {
    const body = bodyOf(request);
    onlyFields(body, ['advance_seconds', 'ahead_seconds']);
    const { clock } = worldOf(request);
    const ahead = optional(body, 'ahead_seconds', 'number');
    const moved =
      ahead === undefined ? clock.advance(required(body, 'advance_seconds', 'number')) : clock.advanceUntilAhead(ahead);
    return { now: clock.iso(), moved_seconds: moved };
  });

  app.get('/control/state', async (request, reply) => {
    const world = worldOf(request);
    return sendList(reply, 'platforms', platformStates(world), { now: world.clock.iso() });
  });

  visitorRoutes(app);
  faultRoutes(app);
}

function shown(account: Account, { boards }: Pick<OpenPlatform, 'boards'>) {
  const { platform_id, username, name, picture_url } = account;
  return { platform_id, username, name, picture_url, ...(boards === undefined ? {} : { boards: boards(account) }) };
}
