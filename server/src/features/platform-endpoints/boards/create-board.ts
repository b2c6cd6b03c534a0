import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { type Changed, changeAccount, changedBy } from '../change-account.ts';
import { accountField } from '../fields.ts';
import { BoardDescription, BoardItem, BoardName, PRIVACIES, toBoard } from './board.ts';

type Facts = Pick<z.infer<typeof BoardItem>, 'name' | 'privacy'>;
const toResponse = ({ platformId, facts }: Changed<Facts>) => toBoard({ platformId, ...facts });

export const createBoard = defineOperation({
  name: 'create_board',
  summary: 'Create a board',
  description:
    'Creates a board on the platform, once even when its response is lost. It is free. The answer waits at most ten seconds, then it is 504 `platform_timeout` and the creation goes on. Platforms without boards are 501 `not_supported`.',
  tag: 'Accounts',
  http: { method: 'post', path: '/v1/accounts/{account_id}/boards', status: 201 },
  scope: 'accounts:manage',
  leaves: true,
  input: z.strictObject({
    ...accountField,
    name: BoardName,
    description: BoardDescription.optional(),
    privacy: z.enum(PRIVACIES).optional().meta({ description: 'PUBLIC when absent' }),
  }),
  output: BoardItem,

  async run(ctx, { account_id: accountId, name, description, privacy = 'PUBLIC' }) {
    const input = compact({ name, description, privacy });
    const change = { change: 'create_board', input, answer: { name, privacy } } as const;
    return toResponse(await changeAccount<Facts>(ctx, { accountId, what: 'boards' }, change));
  },

  replay: async (ctx, { ref }) => toResponse(await changedBy<Facts>(ctx, ref)),
});
