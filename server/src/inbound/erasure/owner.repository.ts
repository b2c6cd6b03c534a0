import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { ErasureJob } from './erasure.repository.ts';

/**
 * Deletes the person's login, their tokens that wait to be revoked, and their id on the accounts that they had connected. Returns
 * whether there was a login or a token.
 */
export async function forgetLogin(
  tx: Runner,
  { tenantId, platform, personId }: ErasureJob,
  accountIds: readonly string[],
): Promise<boolean> {
  const here = sql`tenant_id = ${tenantId} and platform = ${platform}`;
  // A login that serves an account again was given after the request.
  const logins = await tx.run(sql`
    delete from shared_logins l where ${here} and platform_id = ${personId} and not exists (
      select from accounts a where a.tenant_id = l.tenant_id and a.login_id = l.id and a.disconnected_at is null) returning 1`);
  const tokens = await tx.run(sql`
    delete from revocations where ${here}
      and (id = any (${accountIds}) or platform_id = ${personId} or metadata ->> 'app_scoped_id' = ${personId}) returning 1`);
  await tx.run(sql`
    update accounts set metadata = metadata - 'app_scoped_id'
    where ${here} and id = any (${accountIds}) and metadata ->> 'app_scoped_id' = ${personId}`);
  return logins.length + tokens.length > 0;
}
