import type { Plan, PlanName } from './plans.ts';

/** The live or the test half of a workspace. Every row belongs to one tenant. */
export interface Tenant {
  readonly id: string;
  readonly workspaceId: string;
  readonly mode: 'live' | 'test';
  readonly planName: PlanName;
  readonly plan: Plan;
  /** Since when both halves of the workspace are blocked because it owes money; null: not blocked. */
  readonly billingBlockedAt: Date | null;
}
