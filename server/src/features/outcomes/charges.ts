import type { Charge } from '../../core/operation.ts';
import type { Runner } from '../../db/query.ts';
import { usage } from '../usage/index.ts';
import { assertDirect, type Sender } from './assert-direct.ts';

/** Charges for what will leave, and returns the period that it is taken from. Locks the tenant's row: call it last. */
export async function takeCharge(tx: Runner, ctx: Sender, charge: Charge, amount: number): Promise<Date> {
  assertDirect(ctx);
  return usage.take(tx, ctx.tenant.id, charge, amount);
}

/** Gives one back to the period that it was taken from. Locks the tenant's row: call it last. */
export function refund(tx: Runner, tenantId: string, charge: Charge, period: Date): Promise<void> {
  return usage.giveBack(tx, tenantId, charge, period);
}
