-- The sweep finds journals that ended some time ago.
drop index concurrently if exists actions_journal_ended;
create index concurrently actions_journal_ended on actions (journal_ended_at) where journal_ended_at is not null;
