import { z } from 'zod';
import { ApiError, invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { connectorNamed } from '../platforms/index.ts';
import { connectLogin } from './connect-login.ts';
import { ConnectedAccount } from './connection.ts';
import { ConnectionId, openPending } from './get-pending-connection.ts';
import { consumePending, toPendingConnection } from './pending-connection.ts';

export const selectProfile = defineOperation({
  name: 'select_profile',
  summary: 'Choose the profile that is connected',
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/accounts/pending/{connection_id}/select', status: 201 },
  scope: 'accounts:manage',
  input: z.strictObject({
    connection_id: ConnectionId,
    platform_account_id: z.string().min(1).max(500).optional(),
    page_ids: z
      .array(z.string().min(1).max(500))
      .max(100)
      .optional()
      .meta({ description: 'The same for pages: the one page that is connected' }),
  }),
  output: ConnectedAccount.partial(),

  async run(ctx, { connection_id: id, platform_account_id: profileId, page_ids: pageIds }) {
    const pending = await openPending(ctx, id);
    const field = profileId === undefined && pageIds !== undefined ? 'page_ids' : 'platform_account_id';
    const [chosen, ...more] = [...(profileId === undefined ? [] : [profileId]), ...(pageIds ?? [])];
    if (chosen === undefined)
      throw new ApiError('missing_metadata', `The field ${field} is required.`, { field }, 'validation.field_required');
    if (more.length > 0) throw invalid(field, 'Exactly one profile can be chosen.');
    if (!pending.candidates.some(({ platformId }) => platformId === chosen))
      throw invalid(field, `This login does not reach ${JSON.stringify(chosen)}. Choose one of its profiles.`);
    const { pages } = await toPendingConnection(ctx, ctx.db, pending);
    if (pages?.find((page) => page.platform_page_id === chosen)?.assignable === false)
      throw invalid(field, 'Another brand has this page. Disconnect it there first.', 'account.already_linked');
    if (ctx.request.dryRun) return { platform: pending.platform };

    const connector = connectorNamed(ctx.connectors, pending.platform, 'platform');
    const { ownTokens, tokens, ...place } = pending.secrets;
    const login = { ...place, connector, tokens: ownTokens[chosen] ?? tokens, platformId: chosen };
    return connectLogin(ctx, login, pending, (tx) => consumePending(tx, ctx.tenant.id, id));
  },
});
