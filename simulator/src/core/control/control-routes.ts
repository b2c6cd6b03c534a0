import type { FastifyInstance } from 'fastify';
import { baseOf } from '../calls/addresses.ts';
import { Refused } from '../calls/answer.ts';
import type { Core } from '../core.ts';
import type { OpenPlatform } from '../platform.ts';
import type { Account } from '../world/world.ts';
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
import { settingNames } from './settings.ts';
import { platformStates } from './state.ts';
import { strangerRoutes } from './stranger-routes.ts';

/** The control API under `/control`: for tests, the demo and the page. */
export function controlRoutes(app: FastifyInstance, core: Core): void {
  app.get('/control/accounts', async (request) => {
    const { platform } = queryOf(request);
    const wanted = platform === undefined ? [...core.platforms.values()] : [platformNamed(core, platform)];
    return {
      accounts: wanted.flatMap(({ definition, open, world }) =>
        world.accounts.all().map((account) => ({ platform: definition.name, ...shown(account, open) })),
      ),
    };
  });

  app.post('/control/accounts', async (request, reply) => {
    const body = bodyOf(request);
    onlyFields(body, ['platform', 'username', 'name', 'server']);
    const { definition, open, world } = platformNamed(core, required(body, 'platform', 'text'));
    const username = optional(body, 'username', 'text');
    const name = optional(body, 'name', 'text');
    if (username !== undefined && world.accounts.byUsername(username))
      throw new Refused(409, `There is an account with the username ${username} already.`);
    const server = optional(body, 'server', 'text');
    if (server !== undefined) oneOf(server, 'server', definition.servers ?? []);
    const wish = {
      ...(username === undefined ? {} : { username }),
      ...(name === undefined ? {} : { name }),
      ...(server === undefined ? {} : { server }),
    };
    const { account, tokens } = core.journal.change(() => {
      const account = open.createAccount(wish);
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
    const { world } = platformNamed(core, (request.params as { platform: string }).platform);
    const { client_id, client_secret, name, callback_url, verify_token } = world.app;
    return { client_id, client_secret, name, callback_url, verify_token };
  });

  app.put('/control/apps/:platform', async (request) => {
    const { definition, open } = platformNamed(core, (request.params as { platform: string }).platform);
    if (!open.verifyCallback) throw new Refused(501, `${definition.displayName} has no callback address of an app.`);
    const body = bodyOf(request);
    const callbackUrl = required(body, 'callback_url', 'text');
    const verifyToken = optional(body, 'verify_token', 'text') ?? '';
    await open.verifyCallback({ callbackUrl, verifyToken }).catch((error: unknown) => {
      throw error instanceof Refused ? error : new Refused(400, error instanceof Error ? error.message : String(error));
    });
    core.credentials.setCallback(definition.name, callbackUrl, verifyToken);
    return { verified: true };
  });

  app.post('/control/removals', async (request, reply) => {
    const body = bodyOf(request);
    onlyFields(body, ['platform', 'account']);
    const platform = platformNamed(core, required(body, 'platform', 'text'));
    const { definition, open } = platform;
    const account = accountNamed(platform, required(body, 'account', 'text'));
    if (!open.removeApp) throw new Refused(501, `${definition.displayName} tells nobody that an app was removed.`);
    open.removeApp(account);
    reply.code(201);
    return { platform: definition.name, account: account.platform_id };
  });

  app.get('/control/ledger', async (request) => {
    const query = queryOf(request);
    return { entries: core.ledger.list({ ...query, after: numberIn(query, 'after') }) };
  });

  app.get('/control/calls', async (request) => {
    const query = queryOf(request);
    return { calls: core.calls.list({ ...query, after: numberIn(query, 'after') }) };
  });

  app.get('/control/callbacks', async () => ({ callbacks: core.callbacks.reports() }));

  app.get('/control/settings', async () => core.settings.current);

  app.put('/control/settings', async (request) => {
    const body = bodyOf(request);
    onlyFields(body, settingNames);
    for (const name of settingNames) optional(body, name, 'boolean');
    core.settings.change(body);
    return core.settings.current;
  });

  app.post('/control/clock', async (request) => {
    const body = bodyOf(request);
    onlyFields(body, ['advance_seconds', 'owner', 'total_seconds']);
    const owner = optional(body, 'owner', 'text');
    if (owner === undefined) {
      const seconds = required(body, 'advance_seconds', 'number');
      core.clock.advance(seconds);
      return { now: core.clock.iso(), moved_seconds: seconds };
    }
    const moved = core.clock.advanceTo(owner, required(body, 'total_seconds', 'number'));
    return { now: core.clock.iso(), moved_seconds: moved };
  });

  app.get('/control/state', async () => ({ now: core.clock.iso(), platforms: platformStates(core) }));

  strangerRoutes(app, core);
  faultRoutes(app, core);
}

function shown(account: Account, { boards }: Pick<OpenPlatform, 'boards'>) {
  const { platform_id, username, name, picture_url } = account;
  return { platform_id, username, name, picture_url, ...(boards === undefined ? {} : { boards: boards(account) }) };
}
