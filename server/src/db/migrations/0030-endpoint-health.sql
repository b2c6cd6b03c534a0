-- How an endpoint responds, as the circuit breaker of deliveries needs it.
alter table webhook_endpoints
  -- Failures in a row that look like an outage.
  add column outage_failures integer not null default 0,
  -- Deliveries sent at once while the endpoint is in doubt; null: as many as to any endpoint.
  add column concurrency_limit integer,
  -- Nothing is sent before.
  add column not_before timestamptz(3);

-- Why the attempt failed, in one word; null: it succeeded, or it is from before reasons were kept.
alter table delivery_attempts add column reason text;
