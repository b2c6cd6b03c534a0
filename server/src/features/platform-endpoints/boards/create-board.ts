import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { BoardDescription, BoardItem, BoardName, PRIVACIES, toBoard } from './board.ts';
import { type Changed, changeAccount, changedBy } from './change-account.ts';
import { accountField } from './success.ts';

type Said = Pick<z.infer<typeof BoardItem>, 'name' | 'privacy'>;
const answerOf = ({ platformId, answer }: Changed<Said>) => toBoard({ platformId, ...answer });

export const createBoard = defineOperation({
  name: 'create_board',
  summary: 'Make a board',
  tag: 'Accounts',
  http: { method: 'post', path: '/v1/accounts/{account_id}/boards', status: 201 },
  scope: 'accounts:manage',
  input: z.strictObject({
    ...accountField,
    name: BoardName,
    description: BoardDescription.optional(),
    privacy: z.enum(PRIVACIES).optional().meta({ description: 'PUBLIC when absent' }),
  }),
  output: BoardItem,

  async run(ctx, { account_id: accountId, name, description, privacy = 'PUBLIC' }) {
    const input = { name, privacy, ...(description === undefined ? {} : { description }) };
    const change = { change: 'create_board', input, answer: { name, privacy } } as const;
    return answerOf(await changeAccount<Said>(ctx, { accountId, what: 'boards' }, change));
  },

  replay: async (ctx, { ref }) => answerOf(await changedBy<Said>(ctx, ref)),
});
