import type { Candidate } from '../../../core/connecting/connecting.ts';
import type { Transaction } from '../../../core/context.ts';
import type { NewEvent } from '../../../core/event.ts';
import { newId } from '../../../core/ids.ts';
import { type AccountRow, accounts, encryptCredentials, type SharedLogin, sharedLogins } from '../../accounts/index.ts';
import { record } from '../../events/index.ts';
import { connectedEvents } from '../connected-event.ts';
import type { ConnectContext } from '../connection.ts';

const LOST = 'The login does not reach this page any more.';

/**
 * Gives every account of a person's login its new tokens, in all brands. Accounts that the login no longer reaches keep
 * their brand and wait for a reconnection. Returns the login's id. The login itself is
 * stored with the first account.
 */
export async function renewLogin(
  ctx: ConnectContext,
  tx: Transaction,
  login: Omit<SharedLogin, 'id'>,
  candidates: readonly Candidate[],
): Promise<string> {
  const { id: tenantId } = ctx.tenant;
  const { platform, personId, credentials } = login;
  const id = await sharedLogins.idOf(tx, tenantId, platform, personId);
  if (id === undefined) return newId('cred');
  const back: string[] = [];
  const lost: string[] = [];
  for (const { id: accountId, platform_id: platformId } of await sharedLogins.lockHeld(tx, tenantId, id)) {
    const found = candidates.find((candidate) => candidate.platformId === platformId);
    if (found === undefined) {
      if (await sharedLogins.lose(tx, tenantId, accountId, LOST)) lost.push(accountId);
      continue;
    }
    const tokens = found.tokens ?? credentials.tokens;
    const isBack = await sharedLogins.renew(tx, tenantId, accountId, {
      credentials: encryptCredentials(ctx.vault, tenantId, accountId, { ...credentials, tokens }),
      tokenExpiresAt: tokens.expiresAt ?? null,
    });
    if (isBack) back.push(accountId);
  }
  await sharedLogins.save(tx, ctx.vault, tenantId, { ...login, id });
  const rows = await accounts.byIds(tx, tenantId, back);
  const lostRows = await accounts.byIds(tx, tenantId, lost);
  await record(tx, tenantId, [...(await connectedEvents(tx, tenantId, rows)), ...lostRows.flatMap(lostEvents)]);
  return id;
}

/** Each page is an account of its own, so both are told. */
function lostEvents({ id: accountId, platform, platform_id: pageId, name }: AccountRow): NewEvent[] {
  const about = {
    accountId,
    resourceId: accountId,
    platform,
    status: 'failed' as const,
    errorCategory: 'auth',
    errorMessage: LOST,
  };
  const data = { account_id: accountId, platform, reason: 'access_revoked' as const };
  return [
    {
      ...about,
      type: 'page.removed',
      summary: 'The login does not reach the page any more',
      data: { ...data, platform_page_id: pageId, name },
    },
    {
      ...about,
      type: 'account.disconnected',
      summary: 'The account must be reconnected',
      data: { ...data, reconnect_required: true },
    },
  ];
}
