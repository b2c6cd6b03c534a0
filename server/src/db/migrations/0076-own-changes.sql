-- When a comment was hidden, shown or liked here, and when the reply of a review was written or removed here, by the clock of
-- the database. A list that the platform made before knows nothing of it.
alter table comments add column changed_at timestamptz(3);
alter table reviews add column reply_changed_at timestamptz(3);
