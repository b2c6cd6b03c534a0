-- Targets whose first reading waits: the next reading of the account gives each a row in `post_metrics`. So a publication writes no
-- such row and none of its indexes, and a reading writes those of all new targets at once.
alter table metric_readings add column new_targets text[] not null default '{}';

-- A post is read from a quarter of an hour after its publication until it is taken down. The account's row is locked before those
-- of its posts, in the order in which a reading is settled.
create or replace function plan_post_reading() returns trigger language plpgsql as $$
begin
  if new.status = 'unpublished' then
    update post_metrics set next_read_at = null, ended = 'removed'
    where tenant_id = new.tenant_id and account_id = new.account_id and platform_id = new.platform_id;
    return null;
  end if;
  -- Few, because each one writes all of them again.
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes'), new_targets = new_targets || new.id::text
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null and cardinality(new_targets) < 10;
  if found then
    return null;
  end if;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do update set post_id = excluded.post_id;
  return null;
end $$;

-- A post that was made elsewhere becomes known when it is commented on. Our own are known from their publication on.
create or replace function plan_foreign_reading() returns trigger language plpgsql as $$
begin
  if new.post_id is not null then
    return null;
  end if;
  update metric_readings set due_at = least(due_at, now() + interval '15 minutes')
  where tenant_id = new.tenant_id and id = new.account_id and due_at is not null;
  insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, next_read_at)
  values (new.tenant_id, new.account_id, new.platform_id, new.post_id, new.published_at, now() + interval '15 minutes')
  on conflict (tenant_id, account_id, platform_id) do nothing;
  return null;
end $$;
