import type { Connector } from '../core/connector.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';
import type { Lease } from '../core/worker.ts';
import { accounts } from '../features/accounts/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import { budgetPause } from './budget.ts';
import { CallMeter } from './call-meter.ts';
import { type ReadingTools, readFrom } from './reading.ts';

const NOT_CONNECTED = 'The account is not connected any more.';
const LOST = 'The account has lost its access and must be reconnected first.';
const THROTTLED = 'The platform accepts no more calls for now.';

/** Long work that reads from the platform of an account within the budget of reading. Throws PlatformError. */
export function createBudgetedRead(tools: ReadingTools) {
  return async function read<T>(
    { tenantId, accountId }: { readonly tenantId: string; readonly accountId: string },
    lease: Lease,
    work: (connector: Connector, session: Session) => Promise<T>,
  ): Promise<{ readonly value: T; readonly pauseSeconds: number }> {
    const account = await accounts.forSession(tools.db.system, tenantId, accountId);
    if (account === undefined) throw new PlatformError('auth_expired', NOT_CONNECTED);
    if (account.status !== 'active') throw new PlatformError('auth_expired', LOST);
    if (account.paused_seconds > 0)
      throw new PlatformError('rate_limited', THROTTLED, { retryAfterSeconds: account.paused_seconds });
    const { platform, platform_id: platformId, username, metadata, credentials, app_id: appId } = account;
    const { world } = await workspaces.tenantById(tools.db.system, tenantId);
    const source = { tenantId, world, accountId, platformId, username, metadata, credentials };
    let meter = new CallMeter(undefined);
    const pause = () => {
      const polling = tools.connectors[platform as keyof typeof tools.connectors]?.polling;
      return budgetPause(tools.db, { platform, appId }, meter, polling);
    };
    const value = await readFrom(tools, platform, source, lease, (connector, session) => {
      meter = new CallMeter(connector.pacing?.callsLeft);
      return work(connector, meter.of(session));
    }).catch(async (error) => {
      await pause();
      throw error;
    });
    return { value, pauseSeconds: await pause() };
  };
}
