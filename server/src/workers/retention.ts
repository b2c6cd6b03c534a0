import { PLANS, type PlanLimits } from '../core/billing/plans.ts';
import { REVOKE_DAYS_MAX } from '../features/accounts/index.ts';
import { EVENT_DAYS_MIN } from './event-sweep.repository.ts';
import {
  AUDIT_DAYS,
  AUDIT_IP_DAYS,
  CALLBACK_DAYS,
  DELIVERY_DAYS,
  HOURS_DAYS,
  INVITATION_DAYS,
  JOURNAL_DAYS,
  NOTICE_DAYS,
} from './expired-rows.repository.ts';

/** Rows that end by themselves: what they are, and how long they are kept. */
export interface Ending {
  readonly what: string;
  readonly kept: string;
}

const byPlan = (limit: keyof PlanLimits) =>
  Object.values(PLANS)
    .map((plan) => plan[limit])
    .join(', ');
const plans = Object.values(PLANS)
  .map(({ displayName }) => displayName)
  .join(', ');

/** The periods of rows that end, by table, or by column where only that ends. docs/retention.md shows them. */
export const ENDS: Readonly<Record<string, Ending>> = {
  events: {
    what: 'events, with the payload of the platform',
    kept: `${byPlan('eventRetentionDays')} days by plan (${plans}); at least ${EVENT_DAYS_MIN} days on disk, and as long as a delivery waits`,
  },
  deliveries: { what: 'webhook deliveries', kept: `${DELIVERY_DAYS} days after they ended` },
  delivery_attempts: { what: 'attempts of webhook deliveries', kept: 'as long as their delivery' },
  webhook_replays: { what: 'replays of webhooks', kept: `${DELIVERY_DAYS} days after they ended` },
  webhook_hours: { what: 'statistics of webhook endpoints', kept: `${HOURS_DAYS} days` },
  callbacks: {
    what: 'callbacks of platforms',
    kept: `${CALLBACK_DAYS} days, longer while they wait to be read; without their content once their items are stored`,
  },
  early_changes: { what: 'changes of items that never came', kept: `${NOTICE_DAYS} days` },
  'actions.journal': {
    what: 'journals of publishing',
    kept: `${JOURNAL_DAYS} days after the last step, longer while the action is in progress`,
  },
  idempotency_keys: { what: 'responses for repeated idempotency keys', kept: '24 hours' },
  post_fingerprints: { what: 'fingerprints of equal posts', kept: '2 minutes' },
  connect_states: { what: 'begun connections', kept: '10 minutes' },
  pending_connections: { what: 'choices of accounts that were not made', kept: '30 minutes' },
  app_pauses: { what: 'pauses of platform apps', kept: 'a day after they ended' },
  app_calls: {
    what: 'calls of readings, counted for each platform app',
    kept: 'a day after the window of the limit ended',
  },
  forwards: { what: 'callbacks that another cell did not take', kept: `${NOTICE_DAYS} days` },
  billing_notices: { what: 'ids of payment notices', kept: `${NOTICE_DAYS} days` },
  revocations: {
    what: 'access to be revoked after a disconnection',
    kept: `until the platform has revoked it, also when its workspace is purged before. After ${REVOKE_DAYS_MAX} days the tokens are deleted, and ${NOTICE_DAYS} days later the note of it`,
  },
  export_items: {
    what: 'content and files of exports',
    kept: `${byPlan('reportExpiryDays')} days by plan after they ended`,
  },
  export_comments: { what: 'comments in exports', kept: 'as long as the content of their export' },
  sessions: { what: 'sessions of people', kept: '14 days after their last use, 90 days at most' },
  person_tokens: { what: 'links for a new password, and used answers of sign-ins', kept: 'a day at most' },
  invitations: { what: 'invitations of people', kept: `${INVITATION_DAYS} days after they ended` },
  held: { what: 'decisions about what waited for a person', kept: `${AUDIT_DAYS} days` },
  audit: { what: 'the audit log', kept: `${AUDIT_DAYS} days` },
  'review_decisions.ip': { what: 'addresses of decisions by review links', kept: `${AUDIT_IP_DAYS} days` },
  'audit.ip': { what: 'addresses in the audit log', kept: `${AUDIT_IP_DAYS} days` },
  post_snapshots: { what: 'numbers of posts over time', kept: 'fewer for each post as they grow old' },
};

const MADE_BY_THE_CUSTOMER = 'The customer made it, and removes it.';
const ONE_OF_EACH = 'It has one row for each of something that is kept.';
const NEVER_BY_PLAN = 'It never ends by plan: the customer or the platform removes it.';
const OF_THE_INSTALLATION = 'It belongs to the installation and has few rows.';
const OF_A_PERSON = 'It goes with the person, whom the operator removes.';
const EVIDENCE = 'It proves that something was done, and has few rows.';

/** The tables whose rows stay, each with the reason. */
export const STAYS: Readonly<Record<string, string>> = {
  posts: NEVER_BY_PLAN,
  actions: NEVER_BY_PLAN,
  inbox_posts: NEVER_BY_PLAN,
  comments: NEVER_BY_PLAN,
  conversations: NEVER_BY_PLAN,
  messages: NEVER_BY_PLAN,
  reviews: NEVER_BY_PLAN,
  mentions: NEVER_BY_PLAN,
  media: NEVER_BY_PLAN,
  post_notes: 'They go with their post.',
  accounts: MADE_BY_THE_CUSTOMER,
  identities: OF_A_PERSON,
  memberships: MADE_BY_THE_CUSTOMER,
  passkeys: OF_A_PERSON,
  people: OF_A_PERSON,
  account_dues: ONE_OF_EACH,
  announcement_views: ONE_OF_EACH,
  api_keys: MADE_BY_THE_CUSTOMER,
  brands: MADE_BY_THE_CUSTOMER,
  exports: 'The list of exports is the proof of what was charged. Their content ends.',
  feedback: 'The operator reads it.',
  invites: MADE_BY_THE_CUSTOMER,
  own_apps: MADE_BY_THE_CUSTOMER,
  redirect_uris: MADE_BY_THE_CUSTOMER,
  shared_logins: 'It goes with the last of its accounts, or when its person asks for erasure.',
  video_renditions: 'It goes with its file.',
  webhook_endpoints: MADE_BY_THE_CUSTOMER,
  account_days: 'It is the history that analytics show: one row for each account and day.',
  billing_customers: ONE_OF_EACH,
  delivery_queues: ONE_OF_EACH,
  event_sweeps: ONE_OF_EACH,
  metric_readings: ONE_OF_EACH,
  post_metrics: ONE_OF_EACH,
  tenants: ONE_OF_EACH,
  test_clocks: ONE_OF_EACH,
  workspace_profiles: ONE_OF_EACH,
  owners: ONE_OF_EACH,
  workspace_imports: 'It goes when the import ends or is removed.',
  workspaces: 'It goes with everything in it 24 hours after its deletion.',
  announcements: OF_THE_INSTALLATION,
  last_backup: OF_THE_INSTALLATION,
  login_keys: OF_THE_INSTALLATION,
  media_place: OF_THE_INSTALLATION,
  platform_apps: OF_THE_INSTALLATION,
  installation: OF_THE_INSTALLATION,
  holds: 'It goes when the operator resumes it of the tenant.',
  restore_findings: 'It is the report of the last restore, and goes with the next one.',
  review_links: EVIDENCE,
  review_decisions: EVIDENCE,
  erasures: EVIDENCE,
  erasure_requests: EVIDENCE,
  erased_people: 'It keeps erased people from coming back as long as the accounts of the tenant may be read again.',
};

/** The table of the docs, as Markdown. */
export function retentionTable(): string {
  return ['| what | kept |', '|---|---|', ...Object.values(ENDS).map(({ what, kept }) => `| ${what} | ${kept} |`)].join(
    '\n',
  );
}
