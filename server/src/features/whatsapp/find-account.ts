import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { type AccountRow, accounts } from '../accounts/index.ts';

const PLATFORM = 'whatsapp';
const ACCOUNTS_MAX = 99;

/** A connected account within the caller's brands whose platform has the group; 404 or 501 otherwise. */
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

/** Where a number is meant, the platform's own id of it is good too. */
async function byNumber(ctx: Context, id: string, group: string): Promise<AccountRow | undefined> {
  if (group !== 'phoneNumber') return undefined;
  return (await everyAccount(ctx)).find((row) => row.platform_id === id);
}

async function everyAccount(ctx: Context): Promise<AccountRow[]> {
  const rows = await accounts.list(ctx.db, ctx.tenant.id, { platform: PLATFORM, limit: ACCOUNTS_MAX });
  return rows.filter((row) => isReachable(ctx, row));
}

function isReachable({ caller }: Context, { brand_id }: AccountRow): boolean {
  return caller.brandIds.length === 0 || caller.brandIds.includes(brand_id);
}

/** One account of each business account: templates belong to those. 404 when there is none at all. */
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
