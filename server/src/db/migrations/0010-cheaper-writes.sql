-- Statuses other than these two are found by a column of their own. So nothing that an index of posts reads changes when a post is
-- published, and the update stays on its page.
alter table posts add column listed_status text;
-- The action that the last lease of the account started.
alter table accounts add column started_action_id text collate "C";

create function list_by_status() returns trigger language plpgsql as $$
begin
  new.listed_status := case when new.status not in ('publishing', 'published') then new.status end;
  return new;
end $$;
create trigger list_by_status before insert or update of status on posts for each row
  when (new.status not in ('publishing', 'published') or new.listed_status is not null) execute function list_by_status();

-- Fills the column of posts from before it, and locks few of them at a time.
create procedure fill_listed_status() language plpgsql as $$
declare
  post record;
  amount integer := 0;
begin
  for post in select tenant_id, id from posts where status not in ('publishing', 'published') and listed_status is null loop
    update posts set listed_status = status
    where tenant_id = post.tenant_id and id = post.id and status not in ('publishing', 'published');
    amount := amount + 1;
    if amount % 1000 = 0 then
      commit;
    end if;
  end loop;
end $$;

-- A number of the log: no event up to it is as late as the time, or, with `after`, no event from it on is as early. A transaction
-- that began earlier may get a later number, but none takes ten minutes. So the numbers of events that are further apart
-- are in the order of their times, and halving finds the number.
create function event_seq_at(tenant text, at timestamptz, after boolean) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_seq bigint;
  found_at timestamptz;
  bound constant timestamptz := at + case when after then interval '10 minutes' else interval '-10 minutes' end;
begin
  -- Most often nothing is that early, or that late.
  if not after then
    select e.created_at into found_at from events e where e.tenant_id = tenant order by e.seq limit 1;
    if found_at is null or found_at >= bound then
      return 0;
    end if;
  end if;
  select e.seq, e.created_at into high, found_at from events e where e.tenant_id = tenant order by e.seq desc limit 1;
  if after and (high is null or found_at <= bound) then
    return 9223372036854775807;
  end if;
  high := high + 1;
  -- All up to `low` are earlier, and all from `high` on are not, or later.
  while high - low > 32 loop
    middle := (low + high) / 2;
    select e.seq, e.created_at into found_seq, found_at from events e
    where e.tenant_id = tenant and e.seq > middle and e.seq < high order by e.seq limit 1;
    if found_seq is null or (found_at > bound or not after and found_at = bound) then
      high := middle + 1;
    else
      low := found_seq;
    end if;
  end loop;
  return case when after then high else low end;
end $$;
