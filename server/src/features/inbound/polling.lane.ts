import { sql } from 'kysely';
import type { Lane } from '../../core/lane.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import { type ReadingTools, readFrom, recentPostIds } from './reading.ts';
import { storeItems } from './store-items.ts';

/** The simulator is near and has no quota: comments show up within seconds. */
const TEST_SECONDS = 2;
const POSTS_MAX = 50;
const RETRY_SECONDS = 30;

interface PollJob {
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
  readonly accountId: string;
  readonly platform: string;
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Record<string, unknown>;
  readonly credentials: string;
  readonly cursor: string | null;
  readonly attempt: number;
}

/** Looks for what arrived on accounts of platforms that do not push. */
export function createPollingLane(tools: ReadingTools, pollSeconds: number | undefined): Lane<PollJob> {
  const { db } = tools;
  return {
    name: 'polling',
    concurrency: 10,
    claim: (limit, leaseSeconds) =>
      db.system.run(sql<PollJob>`
        with due as (
          select tenant_id, id from accounts where poll_due_at <= now() and poll_lease_until <= now() order by poll_due_at limit ${limit} for update skip locked
        )
        update accounts a set poll_lease_until = now() + ${leaseSeconds} * interval '1 second', poll_attempt = a.poll_attempt + 1
        from due, tenants t where a.tenant_id = due.tenant_id and a.id = due.id and t.tenant_id = a.tenant_id
        returning a.tenant_id as "tenantId", t.mode, a.id as "accountId", a.platform, a.platform_id as "platformId", a.username, a.metadata,
          a.credentials, a.poll_cursor as cursor, a.poll_attempt as attempt`),
    async work(job, lease) {
      const every =
        pollSeconds ??
        (job.mode === 'test'
          ? TEST_SECONDS
          : (tools.connectors[job.platform as Platform]?.polling?.everySeconds ?? RETRY_SECONDS));
      try {
        const posts = await recentPostIds(tools, job, POSTS_MAX);
        const polled = await readFrom(tools, job.platform, job, lease, (connector, session) => {
          if (connector.polling === undefined) throw new PlatformError('rejected', 'This platform is not polled.');
          return connector.polling.poll(session, job.cursor ?? undefined, posts);
        });
        await db.tenant(job.tenantId).transaction(async (tx) => {
          const held =
            await tx.run(sql`update accounts set poll_cursor = ${polled.cursor ?? job.cursor}, poll_lease_until = '-infinity',
              poll_due_at = case when disconnected_at is null then now() + ${every} * interval '1 second' end
            where tenant_id = ${job.tenantId} and id = ${job.accountId} and poll_attempt = ${job.attempt} returning 1`);
          if (held.length > 0)
            await storeItems(
              tx,
              {
                tenantId: job.tenantId,
                accountId: job.accountId,
                platform: job.platform,
                livemode: job.mode === 'live',
              },
              polled.items,
            );
        });
      } catch (error) {
        const wait =
          error instanceof PlatformError
            ? Math.max(every, error.facts.retryAfterSeconds ?? (error.kind === 'unavailable' ? every : RETRY_SECONDS))
            : RETRY_SECONDS;
        await db
          .tenant(job.tenantId)
          .run(sql`update accounts set poll_lease_until = '-infinity', poll_due_at = case when disconnected_at is null then now() + ${wait} * interval '1 second' end
          where tenant_id = ${job.tenantId} and id = ${job.accountId} and poll_attempt = ${job.attempt}`);
        if (!(error instanceof PlatformError)) throw error;
      }
    },
  };
}
