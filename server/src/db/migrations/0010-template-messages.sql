-- Messages made from a template are actions too. Kinds are listed in schema.ts and app.ts; a row of an unknown kind
-- could not be worked on, so the list is kept here as well.
alter table actions drop constraint actions_kind_check;
alter table actions add constraint actions_kind_check
  check (kind in ('publish', 'segment', 'first_comment', 'remove', 'edit', 'reply', 'change', 'template'));
