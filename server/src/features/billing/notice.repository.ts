import { sql } from 'kysely';
import type { PaymentNotice } from '../../core/billing/payments.ts';
import type { Runner } from '../../db/query.ts';

/**
 * Notes a verified notice and makes its customer due. A repeated notice changes nothing, one of an unknown customer is
 * noted only. The counted attempt fences off a reading that runs now, which may be older. Returns whether one is due.
 */
export async function storeNotice(system: Runner, { id, type, customerId }: PaymentNotice): Promise<boolean> {
  const due = await system.run(sql`
    with noted as (
      insert into billing_notices (id, type, customer_id) values (${id}, ${type}, ${customerId ?? null})
      on conflict (id) do nothing returning customer_id
    )
    update billing_customers c set due_at = now(), attempt = c.attempt + 1 from noted
    where c.id = noted.customer_id returning 1`);
  return due.length > 0;
}
