import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import type { PhoneNumber } from '../../core/messaging/business-messaging.ts';
import type { Session } from '../../core/session.ts';
import { changeAccount } from './call-account.ts';
import { findAccount } from './find-account.ts';

export const PATH = '/v1/platforms/whatsapp/phone-numbers/{phone_number_id}';

export const numberId = {
  phone_number_id: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'Id of the account, or the platform’s id of its number' }),
};

export const EXAMPLE_DIGITS = '1'.repeat(6);
export const sixDigits = z.string().regex(/^[0-9]{6}$/, 'must be six digits');

/** Changes the number of an account; the response is empty. `field`: the input field that the platform may reject. */
export async function changeNumber(
  ctx: PlatformContext,
  id: string,
  field: string,
  change: (number: PhoneNumber, session: Session) => Promise<void>,
): Promise<null> {
  const { account, abilities } = await findAccount(ctx, id, 'phoneNumber');
  if (ctx.request.dryRun) return null;
  await changeAccount(ctx, account, field, (session) => change(abilities, session));
  return ctx.commit(async () => null);
}
