import { z } from 'zod';
import type { Template } from '../../core/business-messaging.ts';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { AccountRow } from '../accounts/index.ts';
import { businessAccounts, findAccount } from './find-account.ts';
import { atPlatform } from './platform-answer.ts';

export const templateId = { template_id: z.string().min(1).max(200) };

/** A template by the platform's id, with an account that it can be used by: nothing says whose it is but the platform. */
export async function findTemplate(ctx: Context, id: string): Promise<{ template: Template; account: AccountRow }> {
  for (const { id: accountId } of await businessAccounts(ctx)) {
    const { account, abilities } = await findAccount(ctx, accountId, 'templates');
    const read = atPlatform(ctx, account, 'template_id', (_connector, session) => abilities.get(session, id));
    const template = await read.catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    });
    if (template !== undefined) return { template, account };
  }
  throw new ApiError(
    'not_found',
    `No template has the id ${JSON.stringify(id)}.`,
    { resource: 'template', id },
    'whatsapp.template_not_found',
  );
}
