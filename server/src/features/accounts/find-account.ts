import { reachesBrand } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import type { Runner } from '../../db/query.ts';
import * as accounts from './account.repository.ts';
import type { AccountRow } from './account.ts';

/** The connected account; 404 when there is none, or none that the caller's key reaches. */
export async function findAccount(
  { db, tenant, actor }: Pick<Context, 'db' | 'tenant' | 'actor'>,
  id: string,
  runner: Runner = db,
): Promise<AccountRow> {
  const account = await accounts.byId(runner, tenant.id, id);
  if (account === undefined || !reachesBrand(actor, account.brand_id)) throw notFound('account', id);
  return account;
}
