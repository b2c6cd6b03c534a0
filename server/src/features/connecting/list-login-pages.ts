import { z } from 'zod';
import { brandsShown, reachesBrand } from '../../core/actor.ts';
import type { Candidate } from '../../core/connecting/connecting.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { type SharedLogin, sharedLogins } from '../accounts/index.ts';
import { connectorNamed } from '../platforms/index.ts';
import { PendingPage, toPages } from './pending-connection.ts';
import { asPlatformResponse } from './platform-answer.ts';

export const LoginId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'login_id of an account that came through the login' });
const PLATFORM = 'facebook';

export const listLoginPages = defineOperation({
  name: 'list_login_pages',
  summary: 'List pages of a login',
  description:
    'Asks Facebook which pages a login reaches now, and tells the brand of each. `login_id` stands in each account that came through the login. A login that Facebook no longer accepts is 401 `invalid_token`; the person connects again. An unknown login is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'get', path: '/v1/platforms/facebook/logins/{login_id}/pages', status: 200 },
  scope: 'accounts:manage',
  input: z.strictObject({ login_id: LoginId }),
  output: z.object({
    login_id: z.string(),
    pages: z.array(PendingPage),
    count: z.number().int(),
    livemode: z.boolean(),
  }),

  async run(ctx, { login_id: id }) {
    const candidates = await pagesOf(ctx, await openLogin(ctx, id));
    const options = { platform: PLATFORM, candidates, brandId: null };
    const pages = (await toPages(ctx.db, ctx.tenant.id, options)).map((page) => withoutOthers(ctx, page));
    return { login_id: id, pages, count: pages.length, livemode: ctx.tenant.mode === 'live' };
  },
});

/** A login of the caller; 404 otherwise. */
export async function openLogin(ctx: Context, id: string): Promise<SharedLogin> {
  const login = await sharedLogins.byId(ctx.db, ctx.vault, ctx.tenant.id, id);
  if (login?.platform !== PLATFORM) throw notFound('login', id);
  if (brandsShown(ctx.actor) !== undefined) {
    const held = await sharedLogins.heldBy(ctx.db, ctx.tenant.id, id);
    if (!held.some((row) => reachesBrand(ctx.actor, row.brand_id))) throw notFound('login', id);
  }
  return login;
}

/** The pages that the login reaches now, read from the platform. */
export async function pagesOf(ctx: Context, login: SharedLogin): Promise<readonly Candidate[]> {
  const connector = connectorNamed(ctx.connectors, PLATFORM, 'platform');
  const session = ctx.platforms.session(ctx.tenant, connector, login.credentials);
  const read = async () => connector.connecting.choice?.candidates(session) ?? [];
  const rejected = (error: unknown): never => {
    if (!(error instanceof PlatformError) || error.kind !== 'auth_expired') throw error;
    throw new ApiError(
      'invalid_token',
      `${connector.displayName} does not accept this login any more. Let the person log in once more.`,
      { resource: 'login', id: login.id },
      `platform.${PLATFORM}.auth`,
    );
  };
  return asPlatformResponse(connector, 'login_id', () => read().catch(rejected));
}

/** A key limited to some brands sees that a page is taken, but not by which other brand. */
function withoutOthers({ actor }: Context, page: z.infer<typeof PendingPage>): z.infer<typeof PendingPage> {
  if (reachesBrand(actor, page.assigned_brand_id)) return page;
  return { ...page, assigned_brand_id: '', assigned_brand_name: '', assigned_account_id: '' };
}
