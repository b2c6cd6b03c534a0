import { z } from 'zod';
import { Reply } from '../../core/answer.ts';
import { hasRoom } from '../../core/billing/plans.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { invalid, missing, notSupported } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformWord } from '../../core/platforms.ts';
import type { AppCredentials } from '../../core/session.ts';
import { secret } from '../../lib/secret-fields.ts';
import { assertBrand, brandLimitReached, brands } from '../brands/index.ts';
import { connectorNamed } from '../platforms/index.ts';
import { assertRedirectUri, redirectUris } from '../redirect-uris/index.ts';
import { usage } from '../usage/index.ts';
import { ConnectedAccount } from './connection.ts';
import { askForConsent, begin } from './login/begin.ts';
import { connectDirectly } from './login/connect-directly.ts';
import { consentInput } from './login/customer-input.ts';
import { loginSettingsOf } from './login/login-settings.ts';
import { namedServer } from './login/named-server.ts';
import { readMetadata } from './read-metadata.ts';

const MESSAGE = 'Send the owner of the account to auth_url. The state works once, for ten minutes.';

const input = z.strictObject({
  platform: PlatformWord.min(1),
  brand_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The brand that gets the account; default: a new brand' }),
  redirect_uri: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ description: 'Where the browser goes at the end; default: a page of this service that shows the result' }),
  state: z.string().max(512).optional().meta({ description: 'Returned unchanged to redirect_uri' }),
  metadata: z.record(z.string(), z.unknown()).optional().meta({
    description:
      'What the platform needs: bot_token (Telegram), instance (Mastodon), handle or identifier and app_password (Bluesky); redirect_uri, where you exchange the code yourself',
  }),
});
type Input = z.output<typeof input>;

export const connectAccount = defineOperation({
  name: 'connect_account',
  summary: 'Connect an account',
  description:
    'Begins to connect an account and answers 202 with `auth_url`, the consent page for its owner; the `state` works once, for ten minutes. Platforms without a consent page connect at once with 201. Connecting an account again renews its access. A new brand beyond the plan is 403 `brand_limit_reached`, a platform without an app 412 `credentials_missing`. `GET /v1/platforms` tells how each platform is connected.',
  example: {
    input: { brand_id: exampleId('brand'), redirect_uri: 'https://example.com/connected', state: 'harbour-cafe' },
    output: {
      auth_url: 'https://example.com/oauth/authorize?state=example-state',
      state: 'example-state',
      message: MESSAGE,
    },
  },
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/accounts/connect', status: 202 },
  scope: 'accounts:manage',
  leaves: false,
  rejects: ['credentials_missing'],
  input,
  output: z.object({
    auth_url: secret(z.string()).optional(),
    state: secret(z.string()).optional(),
    message: z.string().optional(),
    ...ConnectedAccount.partial().shape,
  }),
  alsoAnswers: [201],

  async run(ctx, options) {
    const connector = connectorNamed(ctx.connectors, options.platform, 'platform');
    const { oauth, direct } = connector.connecting;
    await assertDestination(ctx, options.brand_id);
    if (direct !== undefined && (oauth === undefined || !isForConsent(connector, options)))
      return connectNow(ctx, connector, options);
    if (oauth === undefined) throw notSupported(connector.platform, 'connecting accounts yet');
    return beginLogin(ctx, connector, options);
  },
});

/** On platforms with both ways, the fields of the request decide. */
function isForConsent({ connecting }: Connector, { metadata = {} }: Input): boolean {
  return !Object.keys(connecting.direct?.input.shape ?? {}).some((field) => field in metadata);
}

/** 404 for a brand of somebody else; 403 when a new brand would exceed the plan. */
async function assertDestination(ctx: Context, brandId: string | undefined): Promise<void> {
  if (brandId !== undefined) return assertBrand(ctx, brandId);
  if (ctx.actor.brandIds !== 'all')
    throw missing('brand_id', 'This key is limited to brands and cannot make one: name one of them in brand_id.');
  const { id } = ctx.tenant;
  const { plan } = await usage.current(ctx.db, id);
  if (!hasRoom(await brands.count(ctx.db, id), plan.brandsMax)) throw await brandLimitReached(ctx.db, id);
}

async function beginLogin(ctx: Context, connector: Connector, options: Input) {
  const { redirect_uri: proxied, ...rest } = options.metadata ?? {};
  const { pushed, window } = connector.connecting.oauth ?? {};
  const metadata = readMetadata(consentInput(connector), rest);
  if (proxied !== undefined && typeof proxied !== 'string')
    throw invalid('metadata.redirect_uri', 'metadata.redirect_uri must be text.');
  if (proxied !== undefined && options.redirect_uri !== undefined)
    throw invalid(
      'metadata.redirect_uri',
      'Send redirect_uri, where we finish the connection, or metadata.redirect_uri, where you exchange the code; not both.',
    );
  if (proxied !== undefined && pushed !== undefined)
    throw invalid(
      'metadata.redirect_uri',
      `${connector.displayName} sends browsers to this service only. Send redirect_uri, to which we pass them on.`,
    );
  await assertAllowed(ctx, options.redirect_uri, 'redirect_uri');
  await assertAllowed(ctx, proxied, 'metadata.redirect_uri');
  const brandId = options.brand_id ?? null;
  if (ctx.request.dryRun) return { auth_url: '', state: '', message: 'Dry run: no connection was begun.' };
  const callbackUri = proxied ?? ctx.platforms.callbackUri(connector.platform);
  const place = await loginSettingsOf(ctx, connector, { brandId, metadata, callbackUri });
  const asked = await askForConsent(ctx, connector, place, callbackUri, metadata);
  return ctx.commit(async (tx) => {
    const { authUrl, state } = await begin(ctx, tx, connector, asked, {
      actorId: ctx.actor.id,
      inviteId: null,
      brandId,
      redirectUri: options.redirect_uri,
      callerState: options.state,
    });
    return window === undefined
      ? { auth_url: authUrl, state, message: MESSAGE }
      : windowAnswer(ctx, connector, { authUrl, state, app: place.app });
  });
}

const WINDOW_MESSAGE =
  'Open the platform’s signup window on your page with these ids, then send the code with what the window told to /v1/oauth/exchange within 30 seconds; or send the owner of the account to metadata.signup_url. The state works once, for ten minutes.';

/** Values with which the caller's page opens the signup window. The contract has no consent page address here. */
function windowAnswer(
  ctx: Context,
  { platform }: Connector,
  { authUrl, state, app }: { readonly authUrl: string; readonly state: string; readonly app: AppCredentials },
) {
  const { config_id = '', solution_id = '' } = ctx.platforms.windowSetup(ctx.tenant, platform);
  const metadata = { app_id: app.clientId, config_id, solution_id, signup_url: authUrl };
  return { auth_url: '', state, message: WINDOW_MESSAGE, metadata };
}

async function assertAllowed(ctx: Context, uri: string | undefined, field: string): Promise<void> {
  if (uri === undefined) return;
  assertRedirectUri(uri, field);
  if (!(await redirectUris.isAllowed(ctx.db, ctx.tenant.id, uri)))
    throw invalid(
      field,
      `${field} is none of the addresses registered at /v1/oauth/redirect-uris.`,
      'auth.oauth.invalid_redirect',
    );
}

async function connectNow(ctx: Context, connector: Connector, options: Input) {
  const { platform, connecting } = connector;
  if (options.redirect_uri !== undefined)
    throw invalid('redirect_uri', `${platform} accounts are connected at once: there is nothing to come back from.`);
  if (connecting.direct === undefined) throw new Error(`${platform} is not connected directly`);
  const given = readMetadata(connecting.direct.input, options.metadata ?? {});
  namedServer(ctx, connecting.direct, given);
  if (ctx.request.dryRun) return new Reply(201, { platform, message: 'Dry run: the platform was not asked.' });
  const destination = { brandId: options.brand_id ?? null, inviteId: null };
  return new Reply(201, await connectDirectly(withStatus(ctx, 201), connector, given, destination));
}

/** A context whose commits store the response under a status that differs from the operation's own. */
function withStatus(ctx: Context, status: number): Context {
  return {
    ...ctx,
    commit: async (work) => ((await ctx.commit(async (tx) => new Reply(status, await work(tx)))) as Reply<never>).body,
  };
}
