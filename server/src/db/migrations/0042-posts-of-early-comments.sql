-- A comment may come before our publication is recorded. Its post becomes ours when the publication is.
create function own_inbox_post() returns trigger language plpgsql as $$
begin
  update inbox_posts i set post_id = new.post_id, published_at = coalesce(i.published_at, new.published_at),
    content = case when i.content = '' then coalesce(new.input ->> 'text', p.text, '') else i.content end,
    thumbnail = case when i.thumbnail = '' then coalesce(coalesce(new.input -> 'media', p.media) -> 0 ->> 'source', '') else i.thumbnail end,
    permalink = case when i.permalink = '' then coalesce(new.permalink, '') else i.permalink end
  from posts p
  where p.tenant_id = new.tenant_id and p.id = new.post_id
    and i.tenant_id = new.tenant_id and i.account_id = new.account_id and i.platform_id = new.platform_id and i.post_id is null;
  return null;
end $$;
create trigger own_inbox_post_new after insert on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null) execute function own_inbox_post();
create trigger own_inbox_post after update of platform_id on actions for each row
  when (new.kind = 'publish' and new.platform_id is not null and old.platform_id is distinct from new.platform_id)
  execute function own_inbox_post();

set local role hubbub_lanes;
update inbox_posts i set post_id = a.post_id
from actions a
where i.post_id is null and a.tenant_id = i.tenant_id and a.account_id = i.account_id and a.platform_id = i.platform_id
  and a.kind = 'publish' and a.post_id is not null;
reset role;
