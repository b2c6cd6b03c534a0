import { z } from 'zod';
import { notSupported } from '../../core/errors.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { accountFor } from '../accounts/index.ts';
import * as mentions from './mention.repository.ts';
import { Mention, toMention } from './mention.ts';

export const listMentions = defineOperation({
  name: 'list_mentions',
  summary: 'List mentions',
  description:
    'Lists where others named the account, in posts and comments, newest first. `metadata.mention_type` is `caption` for a post and `comment` for a comment. An unknown account is 404 `account_not_found`, a platform without mentions 501 `not_supported`.',
  tag: 'Mentions',
  http: { method: 'get', path: '/v1/accounts/{account_id}/mentions', status: 200 },
  scope: 'inbox:read',
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    since: Instant.optional().meta({ description: 'Made at this time or later' }),
    ...pageQuery,
  }),
  output: pageOf(Mention),

  async run(ctx, { account_id: accountId, since, ...page }) {
    const { account, connector } = await accountFor(ctx, { accountId, what: 'mentions' });
    if (connector.mentions === undefined) throw notSupported(account.platform, 'mentions');
    const canReply = connector.mentions.reply !== undefined;
    const filter = { accountId: account.id, since: since === undefined ? undefined : toInstant(since) };
    return keysetPage(ctx, 'mentions', page, {
      filters: { accountId: account.id, since },
      read: (after, limit) => mentions.list(ctx.db, ctx.tenant.id, filter, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toMention(row, ctx.tenant.mode === 'live', canReply),
    });
  },
});
