import { z } from 'zod';
import { PLAN_NAMES } from '../../core/billing/plans.ts';
import type { Context } from '../../core/context.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import type { owners } from '../workspaces/index.ts';

/** The owner of the workspace (contract, 4.1). */
export const User = z
  .object({
    id: z.string(),
    email: z.string().meta({ description: 'owner@<workspace id>.invalid where none is known' }),
    plan: z.enum(PLAN_NAMES),
    onboarding: z.boolean(),
    avatar_url: z.string().optional(),
    beta_tester: z.boolean().meta({ description: 'Always false, for older clients' }),
    allowed_platforms: z.array(z.string()).meta({ description: 'All platforms of this installation' }),
    use_case: z.string().optional(),
    billing_blocked: z.boolean().meta({ description: 'Payment is overdue: most requests get 402' }),
    billing_blocked_at: z.string().optional(),
    lock_accounts_to_brand: z.boolean().meta({
      description: 'Whether connecting an account that another brand has is rejected; otherwise the account moves',
    }),
    facebook_page_selection: z.boolean().meta({ description: 'Always true, for older clients' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'User', example: { id: exampleId('usr'), allowed_platforms: [PLATFORMS[0]] } });

export function toUser(
  { tenant, connectors }: Pick<Context, 'tenant' | 'connectors'>,
  row: owners.OwnerRow | undefined,
): z.infer<typeof User> {
  if (row === undefined) throw notFound('user', 'me');
  return compact({
    id: row.id,
    email: row.email ?? `owner@${tenant.workspaceId}.invalid`,
    plan: tenant.planName,
    onboarding: row.is_onboarding,
    beta_tester: false,
    allowed_platforms: Object.keys(connectors).sort(),
    use_case: row.use_case ?? undefined,
    billing_blocked: tenant.billingBlockedAt !== null,
    billing_blocked_at: tenant.billingBlockedAt?.toISOString(),
    lock_accounts_to_brand: row.locks_accounts,
    facebook_page_selection: true,
    livemode: tenant.mode === 'live',
  });
}

/** 409 for a test key: its owner and workspace are those of the live environment. */
export function assertLive({ tenant }: Pick<Context, 'tenant'>): void {
  if (tenant.mode === 'live') return;
  throw conflict('A test key cannot change the workspace. Use a live key.', { resource: 'workspace' });
}
