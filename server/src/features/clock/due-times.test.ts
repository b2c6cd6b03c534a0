import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/harness.ts';
import { MOVED } from './clock.repository.ts';

/** Why a column with a time does not move with the clock of a test tenant. */
const STILL: Readonly<Record<string, readonly string[]>> = {
  'It binds a process.': [
    'accounts.lease_until',
    'accounts.refresh_lease_until',
    'accounts.poll_lease_until',
    'callbacks.lease_until',
    'deliveries.lease_until',
    'erasures.lease_until',
    'exports.lease_until',
    'metric_readings.lease_until',
    'video_renditions.lease_until',
    'webhook_replays.lease_until',
    'restore_findings.due_at',
    // The first try follows at once; each claim sets the next.
    'revocations.due_at',
    'held.copy_due_at',
    'media.due_at',
    'media.uploading_until',
    'idempotency_keys.expires_at',
  ],
  'A trigger copies it from accounts.': ['account_dues.due_at'],
  'It is a time of the tenant’s own clock already.': [
    'accounts.created_at',
    'accounts.updated_at',
    'accounts.disconnected_at',
    'actions.scheduled_at',
    'actions.listed_at',
    'actions.listed_scheduled_at',
    'actions.published_at',
    'actions.created_at',
    'actions.updated_at',
    'actions.charged_period',
    'actions.journal_ended_at',
    'api_keys.created_at',
    'audit.at',
    'brands.created_at',
    'brands.updated_at',
    'comments.received_at',
    'comments.deleted_at',
    'comments.private_replied_at',
    'connect_states.created_at',
    'conversations.created_at',
    'conversations.updated_at',
    'deliveries.created_at',
    'delivery_attempts.created_at',
    'erased_people.erased_at',
    'events.created_at',
    'exports.from_at',
    'exports.to_at',
    'exports.charged_period',
    'exports.created_at',
    'exports.completed_at',
    'exports.expires_at',
    'held.created_at',
    'held.decided_at',
    'held.due_at',
    'held.updated_at',
    'held.window_closes_at',
    'inbox_posts.created_at',
    'inbox_posts.updated_at',
    'invites.created_at',
    'media.created_at',
    'media.updated_at',
    'mentions.received_at',
    'mentions.deleted_at',
    'messages.received_at',
    'messages.deleted_at',
    'messages.status_updated_at',
    'metric_readings.read_at',
    'own_apps.created_at',
    'own_apps.updated_at',
    'pending_connections.created_at',
    'post_metrics.read_at',
    'post_notes.created_at',
    'review_decisions.at',
    'review_links.created_at',
    'review_links.from_at',
    'review_links.to_at',
    'post_snapshots.taken_at',
    'posts.scheduled_at',
    'posts.published_at',
    'posts.created_at',
    'posts.updated_at',
    'posts.charged_period',
    'redirect_uris.created_at',
    'reviews.deleted_at',
    'reviews.updated_at',
    'tenants.period_start',
    'tenants.period_end',
    'video_renditions.needed_at',
    'webhook_endpoints.created_at',
    'webhook_endpoints.updated_at',
    'webhook_hours.hour',
    'webhook_replays.since',
    'webhook_replays.until',
    'webhook_replays.created_at',
    'webhook_replays.started_at',
    'webhook_replays.completed_at',
  ],
  'It is a time of the platform, whose clock runs ahead as well.': [
    'comments.created_at',
    'comments.edited_at',
    'conversations.last_message_at',
    'conversations.listed_at',
    'conversations.last_incoming_at',
    'conversations.delivered_until',
    'conversations.read_until',
    'early_changes.at',
    'export_comments.created_at',
    'inbox_posts.published_at',
    'inbox_posts.last_comment_at',
    'mentions.created_at',
    'mentions.edited_at',
    'messages.created_at',
    'messages.edited_at',
    'post_metrics.published_at',
    'reviews.created_at',
  ],
  'It says how long a list that the platform made before may arrive, in real minutes.': [
    'comments.changed_at',
    'reviews.reply_changed_at',
  ],
  'It says when a row came or changed; nothing becomes due by it but its removal, in real days.': [
    'account_days.updated_at',
    'held.noticed_at',
    'holds.held_at',
    'holds.since',
    'holds.checking_since',
    'restore_findings.decided_at',
    'callbacks.received_at',
    'early_changes.received_at',
    'deliveries.ended_at',
    'erasures.requested_at',
    'erasures.done_at',
    'idempotency_keys.created_at',
    'inbox_posts.refreshed_at',
    'invites.used_at',
    'invites.revoked_at',
    'review_links.withdrawn_at',
    'reviews.received_at',
    'revocations.noted_at',
    'revocations.given_up_at',
    'shared_logins.created_at',
    'shared_logins.updated_at',
    'video_renditions.asked_at',
    'workspace_profiles.updated_at',
  ],
  'It belongs to the workspace, whose plan is paid in real time.': [
    'billing_customers.due_at',
    'billing_customers.created_at',
    'billing_customers.checkout_opened_at',
    'tenants.created_at',
    'tenants.workspace_created_at',
    'tenants.subscription_period_start',
    'tenants.subscription_period_end',
    'tenants.billing_blocked_at',
  ],
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

test('every column of a tenant with a time moves with the test clock, or says why not', async () => {
  const rows = await service.sql(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('timestamp with time zone', 'timestamp without time zone')
      and exists (select from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'tenant_id')`);
  const still = Object.values(STILL).flat();
  const unknown = rows.map(({ name }) => name).filter((name) => !MOVED.includes(name) && !still.includes(name));
  expect(
    unknown,
    'Does something become due, end or expire at these times, by the clock of the database? Then they belong into clock.repository.ts, else into STILL here.',
  ).toEqual([]);
  expect([...MOVED, ...still].sort(), 'These columns are gone, or in both lists.').toEqual(
    rows.map(({ name }) => name).sort(),
  );
});

test('a question for removals, the last look for news and the retry of a rendition move too', async () => {
  const { api, tenantId } = await service.workspace({ platforms: ['mastodon'] });
  const at = "now() + interval '1 hour'";
  await service.sql(
    `update accounts set recheck_due_at = ${at}, polled_at = now(), poll_due_at = now() + interval '10 days' where tenant_id = $1`,
    [tenantId],
  );
  await service.sql(
    `insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ($1, 'med_moved', 'a.mp4', 'video/mp4', 1, 'removing')`,
    [tenantId],
  );
  await service.sql(
    `insert into video_renditions (tenant_id, media_id, recipe, wanted, platforms, needed_at, due_at) values ($1, 'med_moved', 'a', '{}', '{}', now(), ${at})`,
    [tenantId],
  );
  expect((await api.post('/v1/test/clock', { advance: 'PT2H' })).status).toBe(200);
  const [moved] = await service.sql(
    `select a.recheck_due_at < now() and a.polled_at < now() - interval '1 hour' and v.due_at < now() as is_moved
      from accounts a join video_renditions v using (tenant_id) where tenant_id = $1`,
    [tenantId],
  );
  expect(moved).toEqual({ is_moved: true });
});
