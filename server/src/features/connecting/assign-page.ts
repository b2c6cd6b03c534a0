import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertBrand } from '../brands/index.ts';
import { connectorNamed } from '../platforms/index.ts';
import { LoginId, openLogin, pagesOf } from './list-login-pages.ts';
import { connectLogins } from './login/connect-login.ts';

export const assignPage = defineOperation({
  name: 'assign_page',
  summary: 'Assign a page to a brand',
  description:
    'Connects one more page of a Facebook login to a brand, without a new login. A page of another brand is 409 `account_already_linked`; a brand with pages of another login is 409 `conflict`. A brand that has all the pages it may have is 403 `brand_limit_reached`. An unknown login, page or brand is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/platforms/facebook/logins/{login_id}/pages/{page_id}/assign', status: 201 },
  scope: 'accounts:manage',
  leaves: false,
  rejects: ['credentials_missing', 'gone'],
  input: z.strictObject({
    login_id: LoginId,
    page_id: z.string().min(1).max(500).meta({ description: 'platform_page_id of the page' }),
    brand_id: z.string().min(1).max(200),
  }),
  output: z.object({
    account_id: z.string(),
    brand_id: z.string(),
    platform_page_id: z.string(),
    livemode: z.boolean(),
  }),

  async run(ctx, { login_id: loginId, page_id: pageId, brand_id: brandId }) {
    const livemode = ctx.tenant.mode === 'live';
    const shared = await openLogin(ctx, loginId);
    await assertBrand(ctx, brandId);
    const page = (await pagesOf(ctx, shared)).find(({ platformId }) => platformId === pageId);
    if (page === undefined) throw notFound('page', pageId);
    const assigned = { brand_id: brandId, platform_page_id: pageId, livemode };
    if (ctx.request.dryRun) return { account_id: newId('acc'), ...assigned };

    const connector = connectorNamed(ctx.connectors, shared.platform, 'platform');
    const { app, hosts, tokens } = shared.credentials;
    const login = { connector, app, hosts, tokens: page.tokens ?? tokens, platformId: pageId, shared };
    const destination = { brandId, inviteId: null, field: 'page_id' };
    return connectLogins(ctx, [login], destination, {
      toAnswer: ([account]) => ({ account_id: account?.account_id as string, ...assigned }),
    });
  },
});
