import type { TestPipeline } from './pipeline.ts';

export interface ActionRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly status: string;
  readonly post_id: string | null;
  readonly parent_id: string | null;
  readonly batch: string | null;
  readonly input: { readonly text?: string; readonly templateName?: string; readonly index?: number };
  readonly platform_id: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly category: string } | null;
  readonly metadata: Record<string, unknown>;
}

export interface PostRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly is_charged: boolean;
}

export interface EventRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly type: string;
  readonly resource_id: string | null;
  readonly data: { readonly results?: readonly { readonly metadata?: Record<string, unknown> }[] };
}

export interface TenantRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly posts_used: number;
  readonly interactions_used: number;
}

/** A message that left the account. */
export interface MessageRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly action_id: string | null;
  readonly platform_id: string | null;
  readonly status: string | null;
}

/** What was answered: a comment with its private reply, a review with its reply. */
export interface AnsweredRow {
  readonly tenant_id: string;
  readonly kind: 'private_reply' | 'review_reply';
  readonly is_answered: boolean;
}

/** All rows of one tenant. */
export interface Rows {
  readonly actions: readonly ActionRow[];
  readonly posts: readonly PostRow[];
  readonly events: readonly EventRow[];
  readonly messages: readonly MessageRow[];
  readonly answered: readonly AnsweredRow[];
  readonly tenant: TenantRow;
  readonly steps: readonly { readonly action_id: string; readonly state: string }[];
}

/** Reads the rows of all cases at once, each with a tenant of its own. */
export async function readRows<Case extends { readonly tenantId: string }>(
  pipeline: Pick<TestPipeline, 'sql'>,
  cases: readonly Case[],
): Promise<Map<Case, Rows>> {
  const [actions, posts, events, tenants, steps, messages, answered] = await Promise.all([
    pipeline.sql<ActionRow>('select * from actions order by id', []),
    pipeline.sql<PostRow>('select *, charged_period is not null as is_charged from posts', []),
    pipeline.sql<EventRow>('select tenant_id, seq::int as seq, type, resource_id, data from events order by seq', []),
    pipeline.sql<TenantRow>('select tenant_id, seq::int as seq, posts_used, interactions_used from tenants', []),
    pipeline.sql<{ tenant_id: string; action_id: string; state: string }>(
      'select x.tenant_id, x.id as action_id, t.state from actions x, journal_of(x) t order by x.tenant_id, x.id, t.attempt, t.step',
      [],
    ),
    pipeline.sql<MessageRow>(`select * from messages where direction = 'outgoing' order by created_at, id`, []),
    pipeline.sql<AnsweredRow>(
      `select tenant_id, 'private_reply' as kind, private_replied_at is not null as is_answered from comments where author->>'id' = 'person'
       union all select tenant_id, 'review_reply', reply is not null from reviews`,
      [],
    ),
  ]);
  const group = <Row extends { tenant_id: string }>(rows: readonly Row[]) => Map.groupBy(rows, (row) => row.tenant_id);
  const grouped = {
    actions: group(actions),
    posts: group(posts),
    events: group(events),
    messages: group(messages),
    answered: group(answered),
    steps: group(steps),
  };
  const tenantOf = new Map(tenants.map((row) => [row.tenant_id, row]));
  return new Map(
    cases.map((of) => [
      of,
      {
        actions: grouped.actions.get(of.tenantId) ?? [],
        posts: grouped.posts.get(of.tenantId) ?? [],
        events: grouped.events.get(of.tenantId) ?? [],
        messages: grouped.messages.get(of.tenantId) ?? [],
        answered: grouped.answered.get(of.tenantId) ?? [],
        steps: grouped.steps.get(of.tenantId) ?? [],
        tenant: tenantOf.get(of.tenantId) as TenantRow,
      },
    ]),
  );
}
