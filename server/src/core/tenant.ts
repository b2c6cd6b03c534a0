import type { Plan, PlanName } from './billing/plans.ts';
import { ApiError } from './errors.ts';

/** The part of the simulator where everything of one test tenant is. */
export interface World {
  /** The first part of all its addresses. Whoever knows it may use the world. */
  readonly id: string;
  /** The seconds by which its clock ran ahead of ours when this was read. It never goes back. */
  readonly aheadSeconds: number;
}

/** Why nothing of a tenant is published or delivered for now. */
export interface Suspension {
  readonly since: Date;
  readonly reason: 'restore' | 'import' | 'export';
}

/** The live or the test environment of a workspace. Every row belongs to one tenant. */
export interface Tenant {
  readonly id: string;
  readonly workspaceId: string;
  readonly mode: 'live' | 'test';
  /** null for the live environment, whose platforms are the real ones. */
  readonly world: World | null;
  /** As it was when the key was looked up, a second ago at most. Charges and limits go by the tenant's row. */
  readonly planName: PlanName;
  readonly plan: Plan;
  /** Since when both environments of the workspace are blocked because it owes money; null: not blocked. */
  readonly billingBlockedAt: Date | null;
  /** Its suspension, at most a second old. Nothing of it is seen outside meanwhile. null: not suspended. */
  readonly suspension: Suspension | null;
}

/** Throws 503 while the workspace moves away. Rows written now would be missing at its new location. */
export function assertTakesWrites({ suspension }: Pick<Tenant, 'suspension'>): void {
  if (suspension?.reason === 'export')
    throw new ApiError(
      'unavailable',
      'This workspace moves to another installation. It can be read here, but not changed. Send the request to the new address.',
      { retry_after: 60 },
    );
}
