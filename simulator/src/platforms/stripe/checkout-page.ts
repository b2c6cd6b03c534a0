import { redirect } from '../../core/calls/response.ts';
import { html } from '../../core/page/html.ts';
import type { Handler } from './api.ts';
import { cardChoice, page } from './page.ts';
import { type Price, priceOf, shownAmount } from './prices.ts';
import { cards, type SessionRow } from './store.ts';
import { completeSession } from './subscribe.ts';

const title = 'Checkout';
const gone = () => page(title, html`<p>This checkout is over.</p>`, undefined, 404);

export const showCheckout: Handler = ({ store }, call) => {
  const row = store.sessions.get(call.param('id'));
  return row?.status === 'open' ? formOf(row) : gone();
};

/** Pays, or leads back when `decision` is `cancel`. */
export const payCheckout: Handler = (stripe, call) => {
  const row = stripe.store.sessions.get(call.param('id'));
  if (row?.status !== 'open') return gone();
  if (call.input('decision') === 'cancel') return redirect(row.cancel_url ?? row.success_url, 303);
  const card = cards.find((word) => word === call.input('card'));
  if (card === undefined) return formOf(row, `card must be one of: ${cards.join(', ')}.`);
  if (!completeSession(stripe, row, card)) return formOf(row, 'Your card was declined.');
  return redirect(row.success_url.replaceAll('{CHECKOUT_SESSION_ID}', row.id), 303);
};

function formOf(row: SessionRow, problem?: string) {
  const price = priceOf(row.price) as Price;
  return page(
    title,
    html`<p>Subscribe to <b>${price.name}</b> for ${shownAmount(price)}.</p>
<form method="post"><p>${cardChoice}</p><p><button class="main" name="decision" value="pay">Pay</button>
<button name="decision" value="cancel">Go back</button></p></form>`,
    problem,
  );
}
