-- A post is composed by accounts and a clock that its process may have read some time ago. So the function that writes it compares
-- them, for drafts too.

-- Writes a post with its fingerprint, targets, charge and event. Aborts with `duplicate`, `account`, `clock` or `quota:post`, and
-- then leaves nothing. A draft queues no account and has no charge and no event. Returns the time at which it was created. It is
-- a function because the cached plans of simple statements cost a fraction of one large statement.
create or replace function write_post(
  tenant text, limits jsonb,
  -- null: duplicates are allowed.
  new_fingerprint bytea, fingerprint_minutes integer,
  -- With `ahead_seconds`, when the schedule was checked by that offset of the tenant's clock.
  post jsonb, targets jsonb,
  -- As `queue_accounts` takes them.
  account_ids text[], account_brands text[], account_dues timestamptz[],
  -- As `record_events` takes them; null when there are none.
  new_events jsonb
) returns timestamptz language plpgsql as $$
declare
  is_charged boolean := post ->> 'status' <> 'draft';
  ahead interval := '0';
  period timestamptz(3);
  at timestamptz(3);
begin
  -- Before all locks: whoever waits here for another request holds nothing that others need.
  if new_fingerprint is not null then
    insert into post_fingerprints as f (tenant_id, fingerprint, post_id, expires_at)
    values (tenant, new_fingerprint, post ->> 'id', now() + fingerprint_minutes * interval '1 minute')
    on conflict (tenant_id, fingerprint) do update set post_id = excluded.post_id, expires_at = excluded.expires_at
      where f.expires_at <= now();
    if not found then
      perform refuse('duplicate');
    end if;
  end if;
  if is_charged then
    ahead := queue_accounts(tenant, account_ids, account_brands, account_dues);
    if (post ->> 'ahead_seconds')::bigint <> extract(epoch from ahead) then
      perform refuse('clock');
    end if;
    period := take_usage(tenant, 'post', 1, limits);
  elsif cardinality(account_ids) > (
    select count(*) from accounts a where a.tenant_id = tenant and a.id = any (account_ids) and a.disconnected_at is null
      and a.brand_id = account_brands[array_position(account_ids, a.id::text)]
  ) then
    perform refuse('account');
  end if;
  at := tenant_now();
  insert into posts (tenant_id, id, text, title, status, visibility, first_comment, segments, media, platform_data,
    scheduled_at, scheduled_local, timezone, charged_period, created_by, created_at, updated_at)
  select tenant, p.id, p.text, p.title, p.status, p.visibility, p.first_comment, p.segments, p.media, p.platform_data,
    p.scheduled_at, p.scheduled_local, p.timezone, period, p.created_by, at, at
  from jsonb_to_record(post) as p (id text, text text, title text, status text, visibility text, first_comment text, segments jsonb,
    media jsonb, platform_data jsonb, scheduled_at timestamptz, scheduled_local text, timezone text, created_by jsonb);
  insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, scheduled_at, scheduled_local, due_at,
    created_at, updated_at, listed_at, listed_scheduled_at, destination_id)
  select tenant, t.id, t.account_id, t.platform, 'publish', t.post_id, t.position, t.input, t.status, t.scheduled_at, t.scheduled_local,
    due_at(t.due_at, ahead), at, at, at, (post ->> 'scheduled_at')::timestamptz, destination_in(t.input)
  from jsonb_to_recordset(targets) as t (post_id text, id text, account_id text, platform text, position int, input jsonb, status text,
    scheduled_at timestamptz, scheduled_local text, due_at timestamptz);
  if new_events is not null then
    perform record_events(tenant, new_events);
  end if;
  return at;
end $$;
