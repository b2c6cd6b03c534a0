-- Other ids of the participant on the platform, such as a phone number, by which they may ask for erasure.
alter table conversations add column participant_other_ids text[] not null default '{}';

alter table erasures
  -- The accounts that the person had connected. The login that tells so goes before the work is done.
  add column own_accounts text[] not null default '{}',
  -- Whether anything was erased. It is not known of earlier requests.
  add column has_found boolean not null default true;
alter table erasures alter column has_found set default false;
