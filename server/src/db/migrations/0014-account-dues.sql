-- An index of `accounts.next_due_at` in a table of its own, which a trigger keeps. So nothing that an index of accounts reads changes
-- when a post is queued or published, and the wide row of the account stays on its page. The account's lock guards both.
create table account_dues (
  tenant_id text collate "C" not null,
  -- The account's.
  id text collate "C" not null,
  due_at timestamptz(3) not null,
  primary key (tenant_id, id)
);
create index account_dues_at on account_dues (due_at);
select wall_off('account_dues');

create function note_account_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.next_due_at is null then
    delete from account_dues where tenant_id = old.tenant_id and id = old.id;
  elsif tg_op = 'UPDATE' and old.next_due_at is not null then
    update account_dues set due_at = new.next_due_at where tenant_id = new.tenant_id and id = new.id;
  else
    insert into account_dues (tenant_id, id, due_at) values (new.tenant_id, new.id, new.next_due_at);
  end if;
  return null;
end $$;
create trigger note_account_due after update of next_due_at on accounts for each row
  when (new.next_due_at is distinct from old.next_due_at) execute function note_account_due();
create trigger note_new_account_due after insert on accounts for each row
  when (new.next_due_at is not null) execute function note_account_due();
create trigger note_old_account_due after delete on accounts for each row
  when (old.next_due_at is not null) execute function note_account_due();

set local role hubbub_workers;
insert into account_dues (tenant_id, id, due_at) select tenant_id, id, next_due_at from accounts where next_due_at is not null;
reset role;
