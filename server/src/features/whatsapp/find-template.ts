import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { Template } from '../../core/messaging/business-messaging.ts';
import type { AccountRow } from '../accounts/index.ts';
import { callAccount } from './call-account.ts';
import { businessAccounts, findAccount } from './find-account.ts';

export const templateId = { template_id: z.string().min(1).max(200) };

/** A template by the platform's id, with an account that can use it. We store no templates, so the platform is asked. */
export async function findTemplate(
  ctx: PlatformContext,
  id: string,
): Promise<{ template: Template; account: AccountRow }> {
  for (const { id: accountId } of await businessAccounts(ctx)) {
    const { account, abilities } = await findAccount(ctx, accountId, 'templates');
    try {
      const template = await callAccount(ctx, account, 'template_id', (session) => abilities.get(session, id));
      return { template, account };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }
  throw new ApiError(
    'not_found',
    `No template has the id ${JSON.stringify(id)}.`,
    { resource: 'template', id },
    'whatsapp.template_not_found',
  );
}
