import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { assertFreshProof } from '../members/index.ts';
import { owners } from '../workspaces/index.ts';
import { assertLive, toUser, User } from './user.ts';

export const updateMe = defineOperation({
  name: 'update_me',
  summary: 'Update the owner',
  description:
    'Changes the settings of the owner. With `lock_accounts_to_brand`, connecting an account that another brand has is rejected with 409 `account_already_linked`; without it, the account moves. A test key gets 409 `conflict`.',
  example: { input: { lock_accounts_to_brand: true }, output: { lock_accounts_to_brand: true } },
  tag: 'Users',
  http: { method: 'patch', path: '/v1/users/me', status: 200 },
  scope: 'owner',
  leaves: false,
  input: z.strictObject({
    onboarding: z.literal(false).optional().meta({ description: 'Ends the introduction; it does not begin again' }),
    use_case: z
      .string()
      .trim()
      .max(500)
      .optional()
      .meta({ description: 'What you use the service for; an empty text removes it' }),
    referral: z.string().trim().max(500).optional().meta({ description: 'How you heard of the service; not shown' }),
    lock_accounts_to_brand: z.boolean().optional().meta({ description: 'Accounts stay with the brand that has them' }),
  }),
  output: User,

  async run(ctx, { onboarding, use_case: useCase, referral, lock_accounts_to_brand: locksAccounts }) {
    assertLive(ctx);
    assertFreshProof(ctx);
    const change = { isOnboarding: onboarding, useCase, referral, locksAccounts };
    return ctx.commit(async (tx) => toUser(ctx, await owners.update(tx, ctx.tenant.workspaceId, change)));
  },
});
