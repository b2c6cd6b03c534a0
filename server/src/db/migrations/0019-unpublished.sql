-- A copy that was taken down stays in its post as an unpublished target. The wider list holds for every row there is.
alter domain action_status drop constraint action_status_check;
alter domain action_status add constraint action_status_check
  check (value in ('pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled', 'unpublished')) not valid;
