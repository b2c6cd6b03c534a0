import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { BoardItem, toBoard } from './board.ts';
import { accountField } from './success.ts';

export const listBoards = defineOperation({
  name: 'list_boards',
  summary: 'The boards of an account, read from the platform now',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}/boards', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject(accountField),
  output: z.object({ data: z.array(BoardItem), count: z.number().int() }),

  async run(ctx, { account_id: accountId }) {
    const boards = await askAccount(ctx, { accountId, what: 'boards' }, (reads) => reads.boards);
    return { data: boards.map(toBoard), count: boards.length };
  },
});
