import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';
import { BoardItem, toBoard } from './board.ts';

export const listBoards = defineOperation({
  name: 'list_boards',
  summary: 'List boards',
  description:
    'Lists the boards of an account, read from the platform now. `GET /v1/platforms` tells which platforms have boards; others are 501 `not_supported`. An account that must be reconnected is 403 `reconnection_required`, a platform that throttles 429 `platform_rate_limit`.',
  tag: 'Accounts',
  http: { method: 'get', path: '/v1/accounts/{account_id}/boards', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(accountField),
  output: z.object({ data: z.array(BoardItem), count: z.number().int() }),

  async run(ctx, { account_id: accountId }) {
    const boards = await askAccount(ctx, { accountId, what: 'boards' }, (reads) => reads.boards);
    return { data: boards.map(toBoard), count: boards.length };
  },
});
