import { z } from 'zod';
import { missing } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { askAccount } from '../../accounts/index.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { accountField, PlatformId } from '../fields.ts';
import { BoardDescription, BoardItem, BoardName, toBoard } from './board.ts';

type Item = z.infer<typeof BoardItem>;

export const updateBoard = defineOperation({
  name: 'update_board',
  summary: 'Update a board',
  description:
    'Changes the name, the description or the privacy of a board; fields that are left out stay. The answer waits for the platform as on creation. Without any field it is 400 `missing_metadata`; an unknown board is 404 `not_found`.',
  example: { input: { name: 'Cakes' } },
  tag: 'Accounts',
  http: { method: 'patch', path: '/v1/accounts/{account_id}/boards/{board_id}', status: 200 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    ...accountField,
    board_id: PlatformId.meta({ description: 'Its id on the platform' }),
    name: BoardName.optional(),
    description: BoardDescription.optional(),
    privacy: z.enum(['PUBLIC', 'SECRET']).optional(),
  }),
  output: BoardItem,

  async run(ctx, { account_id: accountId, board_id: boardId, ...fields }) {
    if (Object.values(fields).every((value) => value === undefined))
      throw missing('name', 'Send name, description or privacy.');
    const options = { accountId, what: 'boards' };
    const before = await askAccount(ctx, options, ({ board }) => board, boardId);
    const { name = before.name, privacy = before.privacy } = fields;
    const answer = toBoard({ ...before, name, privacy });
    const input = { boardId, ...fields };
    return (await changeAccount<Item>(ctx, options, { change: 'update_board', input, answer })).facts;
  },

  replay: async (ctx, { ref }) => (await changedBy<Item>(ctx, ref)).facts,
});
