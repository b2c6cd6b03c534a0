-- The open checkout of a customer at the payment processor. Calls at once compare it before they replace it.
alter table billing_customers
  add column checkout_id text,
  -- A hash of what the checkout was asked for.
  add column checkout_key text,
  add column checkout_opened_at timestamptz(3);
