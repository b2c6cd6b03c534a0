import { reachesBrand } from '../../core/actor.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { type AccountRow, accounts } from '../accounts/index.ts';

/** The platform that the routes of this feature name. */
export const PLATFORM = 'whatsapp';
const ACCOUNTS_MAX = 99;

/** A connected account of the caller's brands. 404 when there is none, 501 when its platform lacks the group. */
export async function findAccount<Group extends 'phoneNumber' | 'templates'>(
  ctx: Context,
  id: string,
  group: Group,
): Promise<{ readonly account: AccountRow; readonly abilities: NonNullable<Connector[Group]> }> {
  const account = (await accounts.byId(ctx.db, ctx.tenant.id, id)) ?? (await byNumber(ctx, id, group));
  if (account === undefined || !isReachable(ctx, account)) throw notFound('account', id);
  const abilities = ctx.connectors[account.platform as Platform]?.[group];
  if (abilities === undefined)
    throw notSupported(account.platform, group === 'templates' ? 'templates' : 'phone numbers');
  return { account, abilities };
}

/** Routes about numbers also accept the platform's own id of the number. */
async function byNumber(ctx: Context, id: string, group: string): Promise<AccountRow | undefined> {
  if (group !== 'phoneNumber') return undefined;
  return (await everyAccount(ctx)).find((row) => row.platform_id === id);
}

async function everyAccount(ctx: Context): Promise<AccountRow[]> {
  const rows = await accounts.list(ctx.db, ctx.tenant.id, { platform: PLATFORM, limit: ACCOUNTS_MAX });
  return rows.filter((row) => isReachable(ctx, row));
}

function isReachable({ actor }: Context, { brand_id }: AccountRow): boolean {
  return reachesBrand(actor, brand_id);
}

/** One account of each business account, because templates belong to business accounts. 404 when there is none. */
export async function businessAccounts(ctx: Context): Promise<AccountRow[]> {
  const rows = await everyAccount(ctx);
  if (rows.length === 0)
    throw new ApiError(
      'account_not_found',
      'No WhatsApp account is connected.',
      { resource: 'account' },
      'whatsapp.no_account',
    );
  const byBusiness = new Map(rows.map((row) => [String(row.metadata.waba_id ?? row.id), row]));
  return [...byBusiness.values()];
}
