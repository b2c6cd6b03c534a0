import { tell } from './events.ts';
import { change, nowOf, type Stripe } from './store.ts';
import { attempt, renew } from './subscribe.ts';
import { sessionView } from './views.ts';

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** Does everything that was due until now, in the order of its times: renewals, retries of payments, expiries. */
export function passTime(stripe: Stripe): void {
  for (let due = nextDue(stripe); due !== undefined && due.at <= nowOf(stripe); due = nextDue(stripe)) {
    stripe.world.effect(due.run);
  }
}

function nextDue(stripe: Stripe): Due | undefined {
  const { store } = stripe;
  const renewals = store.subscriptions
    .all()
    .filter(({ status }) => status !== 'canceled')
    .map((row) => ({ at: row.period_end, run: () => renew(stripe, row) }));
  const retries = store.invoices
    .where('status', 'open')
    .flatMap(({ id, next_payment_attempt: at }) =>
      at === null ? [] : [{ at, run: () => void attempt(stripe, id, 'automatic', at) }],
    );
  const expiries = store.sessions.where('status', 'open').map((row) => ({
    at: row.expires_at,
    run: () => {
      const expired = change(store.sessions, row, { status: 'expired' });
      tell(stripe, 'checkout.session.expired', row.customer, row.expires_at, sessionView(expired));
    },
  }));
  return [...retries, ...renewals, ...expiries].sort((a, b) => a.at - b.at)[0];
}
