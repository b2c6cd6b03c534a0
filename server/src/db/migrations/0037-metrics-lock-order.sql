-- As in migration 0033. The account's row is locked before those of its posts, in the order in which a reading is settled.
create or replace function plan_post_reading() returns trigger language plpgsql as $$
begin
  if new.status = 'unpublished' then
    update post_metrics set next_read_at = null, ended = 'removed'
    where tenant_id = new.tenant_id and account_id = new.account_id and platform_id = new.platform_id;
    return null;
  end if;
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do update set post_id = excluded.post_id;
  return null;
end $$;

create or replace function plan_foreign_reading() returns trigger language plpgsql as $$
begin
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do nothing;
  return null;
end $$;
