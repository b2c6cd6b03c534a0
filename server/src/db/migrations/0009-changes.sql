-- Changes that only some platforms let be made: boards, what is said of a video, comments under moderation.
alter table actions drop constraint actions_kind_check;
alter table actions add constraint actions_kind_check
  check (kind in ('publish', 'segment', 'first_comment', 'remove', 'edit', 'reply', 'change'));
