import { disconnectAccount } from './disconnect-account.ts';
import { getAccount } from './get-account.ts';
import { listAccounts } from './list-accounts.ts';

export const accountOperations = [listAccounts, getAccount, disconnectAccount];
export type { AccountRow } from './account.ts';
export * as accounts from './account.repository.ts';
export { type Credentials, openCredentials, sealCredentials } from './credentials.ts';
export { openSession, refreshSession, requireReconnect, type SessionSource, type SessionTools } from './session.ts';
export { cancelEmptyPosts } from './cancel-empty-posts.ts';
export { platformFilter } from './platform-filter.ts';
