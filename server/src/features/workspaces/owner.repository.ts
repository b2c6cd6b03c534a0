import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';

/** The one user of a workspace. */
export interface OwnerRow {
  readonly id: string;
  readonly email: string | null;
  readonly is_onboarding: boolean;
  readonly use_case: string | null;
  readonly locks_accounts: boolean;
}

const columns = sql`id, email, is_onboarding, use_case, locks_accounts`;

/** The owner of a workspace; undefined when the workspace is deleted. */
export async function find(db: Runner, workspaceId: string): Promise<OwnerRow | undefined> {
  return db.first(sql<OwnerRow>`
    select ${columns} from owners where workspace_id = ${workspaceId} and deleted_at is null`);
}

/** Like `find`. The workspace is not deleted before the transaction ends. */
export async function lock(tx: Runner, workspaceId: string): Promise<OwnerRow | undefined> {
  return tx.first(sql<OwnerRow>`
    select ${columns} from owners where workspace_id = ${workspaceId} and deleted_at is null for share`);
}

/** Fields that are absent stay as they are; an empty text is none. */
export interface OwnerChange {
  readonly isOnboarding?: boolean | undefined;
  readonly useCase?: string | undefined;
  readonly referral?: string | undefined;
  readonly locksAccounts?: boolean | undefined;
}

export async function update(
  tx: Runner,
  workspaceId: string,
  { isOnboarding, useCase, referral, locksAccounts }: OwnerChange,
): Promise<OwnerRow | undefined> {
  return tx.first(sql<OwnerRow>`
    update owners set is_onboarding = coalesce(${isOnboarding ?? null}, is_onboarding), use_case = nullif(coalesce(${useCase ?? null}, use_case), ''),
      referral = nullif(coalesce(${referral ?? null}, referral), ''), locks_accounts = coalesce(${locksAccounts ?? null}, locks_accounts), updated_at = now()
    where workspace_id = ${workspaceId} and deleted_at is null returning ${columns}`);
}

/** Notes the address of the owner, where none is known. */
export async function setEmail(tx: Runner, workspaceId: string, email: string): Promise<void> {
  await tx.run(
    sql`update owners set email = ${email}, updated_at = now() where workspace_id = ${workspaceId} and email is null`,
  );
}
