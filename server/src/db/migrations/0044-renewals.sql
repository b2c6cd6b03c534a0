-- Accounts that a person must connect again, now or soon, are counted for /metrics.
create index accounts_renewals on accounts (platform, tenant_id)
  where disconnected_at is null and (status = 'reconnect_required' or token_told_for is not null);
