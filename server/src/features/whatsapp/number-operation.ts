import { z } from 'zod';
import type { PhoneNumber } from '../../core/business-messaging.ts';
import type { Context } from '../../core/context.ts';
import type { Session } from '../../core/session.ts';
import { findAccount } from './find-account.ts';
import { atPlatform } from './platform-answer.ts';

export const PATH = '/v1/platforms/whatsapp/phone-numbers/{phone_number_id}';

export const numberId = {
  phone_number_id: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Id of the account; the platform’s id of its number is good too' }),
};

export const sixDigits = z.string().regex(/^[0-9]{6}$/, 'must be six digits');

/** Changes something about the number of an account; the answer is empty. `field`: what the platform may object to. */
export async function changeNumber(
  ctx: Context,
  id: string,
  field: string,
  change: (number: PhoneNumber, session: Session) => Promise<void>,
): Promise<null> {
  const { account, abilities } = await findAccount(ctx, id, 'phoneNumber');
  if (ctx.request.dryRun) return null;
  await atPlatform(ctx, account, field, (_connector, session) => change(abilities, session));
  return ctx.commit(async () => null);
}
