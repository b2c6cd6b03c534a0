-- What an account received in a period, for the times to an answer.
create index comments_received on comments (tenant_id, account_id, created_at) where not is_owner;
create index messages_of_account on messages (tenant_id, account_id, created_at);
create index actions_answering_mentions on actions (tenant_id, account_id, created_at) where kind = 'mention_reply';
