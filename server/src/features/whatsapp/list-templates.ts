import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../core/page.ts';
import { compact } from '../../lib/compact.ts';
import { callAccount } from './call-account.ts';
import { findAccount } from './find-account.ts';
import { Template, toTemplate } from './template.ts';

export const listTemplates = defineOperation({
  name: 'list_templates',
  summary: 'List templates',
  description:
    'Lists the templates of the account’s business, read from WhatsApp now; we store none. It is free. Accounts of other platforms are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`, and a throttle of the platform 429 `platform_rate_limit`.',
  tag: 'WhatsApp',
  http: { method: 'get', path: '/v1/platforms/whatsapp/accounts/{account_id}/templates', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject({ account_id: z.string().min(1).max(200), ...pageQuery }),
  output: pageOf(Template),

  async run(ctx, { account_id: id, limit = PAGE_DEFAULT, cursor }) {
    const { account, abilities } = await findAccount(ctx, id, 'templates');
    const { cursors } = ctx;
    const scope = `templates ${account.id}`;
    const [position] = cursor === undefined ? [] : cursors.decode(ctx.tenant.id, scope, cursor);
    const page = compact({ limit, cursor: position?.toString() });
    const part = await callAccount(ctx, account, 'cursor', (session) => abilities.list(session, page));
    const next = part.cursor === undefined ? undefined : cursors.encode(ctx.tenant.id, scope, [part.cursor]);
    return toPage(
      part.items.map((item) => toTemplate(item, ctx.tenant.mode === 'live')),
      limit,
      next,
    );
  },
});
