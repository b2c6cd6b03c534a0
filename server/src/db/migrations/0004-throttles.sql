-- Since when the platform takes nothing of an account, or of any account of an app; what has waited long enough since
-- then fails instead of waiting for the end of the pause. null: the last answer of the platform was something else.
alter table accounts add column throttled_at timestamptz(3);
alter table app_pauses add column since timestamptz(3) not null default now();
