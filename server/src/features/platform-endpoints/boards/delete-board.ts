import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { askAccount } from '../../accounts/index.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { accountField, PlatformId } from '../fields.ts';

export const deleteBoard = defineOperation({
  name: 'delete_board',
  summary: 'Delete a board',
  description:
    'Deletes a board with all pins on it, which cannot be undone. The answer waits for the platform as on creation. An unknown board is 404 `not_found`.',
  tag: 'Accounts',
  http: { method: 'delete', path: '/v1/accounts/{account_id}/boards/{board_id}', status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({ ...accountField, board_id: PlatformId.meta({ description: 'Its id on the platform' }) }),
  output: z.null(),

  async run(ctx, { account_id: accountId, board_id: boardId }) {
    const options = { accountId, what: 'boards' };
    await askAccount(ctx, options, ({ board }) => board, boardId);
    await changeAccount(ctx, options, { change: 'delete_board', input: { boardId }, answer: {} });
    return null;
  },

  async replay(ctx, { ref }) {
    await changedBy(ctx, ref);
    return null;
  },
});
