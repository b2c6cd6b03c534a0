import { disconnectAccount } from './disconnect-account.ts';
import { getAccount } from './get-account.ts';
import { getAccountLimits } from './get-account-limits.ts';
import { getCreatorInfo } from './get-creator-info.ts';
import { listAccounts } from './list-accounts.ts';
import { listAccountPages } from './pages/list-account-pages.ts';
import { updateAccountPage } from './pages/update-account-page.ts';

export const accountOperations = [
  listAccounts,
  getAccount,
  getAccountLimits,
  getCreatorInfo,
  disconnectAccount,
  listAccountPages,
  updateAccountPage,
];
export * as accounts from './account.repository.ts';
export type { AccountRow } from './account.ts';
export { type AccountOptions, accountFor } from './account-for.ts';
export { accountOfItem, assertActive } from './answering-account.ts';
export { askAccount } from './ask-account.ts';
export { assertNotThrottled, throttledSeconds, throttleMessage } from './assert-not-throttled.ts';
export { type Credentials, credentialsAssociatedData, decryptCredentials, encryptCredentials } from './credentials.ts';
export { disconnectAccounts } from './disconnecting/disconnect-accounts.ts';
export * as disconnections from './disconnecting/disconnection.repository.ts';
export { recordDisconnected } from './disconnecting/record-disconnected.ts';
export { findAccount } from './find-account.ts';
export { platformFilter } from './platform-filter.ts';
export { readingRejected, reportedError } from './reading-rejected.ts';
export { refreshSession } from './refresh-session.ts';
export { countRenewals } from './renewal.repository.ts';
export { REVOKE_DAYS_MAX } from './revocation.repository.ts';
export { createRevocationsWorker } from './revocations.worker.ts';
export { REVOKE_SECONDS, revokeAccess } from './revoke-access.ts';
export { openSession, type SessionSource, type SessionTools } from './session.ts';
export type { SharedLogin } from './shared-login.repository.ts';
export * as sharedLogins from './shared-login.repository.ts';
export { createTokensWorker } from './tokens.worker.ts';
