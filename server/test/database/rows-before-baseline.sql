-- Rows of a workspace in use, as the commit before the baseline wrote them. ':key_hash' is the hash of its API key, and
-- ':secret' stands where an encrypted value stood.
set role hubbub_lanes;

insert into workspaces (id, name, plan, created_at) values ('ws_01jx0000000000000000000001', 'harbour', 'pro', now() - interval '200 days');
insert into tenants (tenant_id, workspace_id, mode, world, plan, workspace_created_at, period_start, posts_used, created_at) values
  ('ten_01jx0000000000000000000001', 'ws_01jx0000000000000000000001', 'live', null, 'pro', now() - interval '200 days',
    now() - interval '20 days', 0, now() - interval '200 days'),
  ('ten_01jx0000000000000000000002', 'ws_01jx0000000000000000000001', 'test', 'w_01jx0000000000000000000002', 'pro',
    now() - interval '200 days', now() - interval '20 days', 3, now() - interval '200 days');
insert into owners (workspace_id, id) values ('ws_01jx0000000000000000000001', 'usr_01jx0000000000000000000001');
insert into workspace_profiles (tenant_id, name) select tenant_id, 'harbour' from tenants;
insert into api_keys (tenant_id, id, name, hash, preview) values
  ('ten_01jx0000000000000000000002', 'key_01jx0000000000000000000001', 'shop', ':key_hash', 'hub_test_abc…wxyz');
insert into brands (tenant_id, id, name) values ('ten_01jx0000000000000000000002', 'brand_01jx0000000000000000000001', 'Harbour Cafe');
insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, metadata, credentials, app_id, poll_due_at) values
  ('ten_01jx0000000000000000000002', 'acc_01jx0000000000000000000001', 'brand_01jx0000000000000000000001', 'twitter', '1001', 'Harbour Cafe',
    'harbour', '{}', ':secret', '', null),
  ('ten_01jx0000000000000000000002', 'acc_01jx0000000000000000000002', 'brand_01jx0000000000000000000001', 'facebook', '2002', 'Harbour Cafe',
    'harbour.cafe', '{}', ':secret', '', null);
update accounts set status = 'reconnect_required', reconnect_reason = 'token_revoked' where platform = 'facebook';

-- Published, with its journal; failed; a draft.
insert into posts (tenant_id, id, text, status, published_at, created_at) values
  ('ten_01jx0000000000000000000002', 'post_01jx0000000000000000000001', 'We open at nine.', 'published', now() - interval '9 days', now() - interval '9 days'),
  ('ten_01jx0000000000000000000002', 'post_01jx0000000000000000000002', 'Soup of the day', 'failed', null, now() - interval '8 days'),
  ('ten_01jx0000000000000000000002', 'post_01jx0000000000000000000003', 'Not finished', 'draft', null, now() - interval '7 days');
insert into actions (tenant_id, id, account_id, platform, kind, post_id, input, status, attempt, platform_id, permalink, published_at, error, created_at) values
  ('ten_01jx0000000000000000000002', 'act_01jx0000000000000000000001', 'acc_01jx0000000000000000000001', 'twitter', 'publish',
    'post_01jx0000000000000000000001', '{}', 'published', 1, '9001', 'https://x.com/harbour/status/9001', now() - interval '9 days', null, now() - interval '9 days'),
  ('ten_01jx0000000000000000000002', 'act_01jx0000000000000000000002', 'acc_01jx0000000000000000000002', 'facebook', 'publish',
    'post_01jx0000000000000000000002', '{}', 'failed', 1, null, null, null,
    '{"code": "platform.auth_expired", "message": "The token ended.", "caused_by": "user", "category": "auth", "retryable": true, "remedy": "Connect the account again."}', now() - interval '8 days'),
  ('ten_01jx0000000000000000000002', 'act_01jx0000000000000000000003', 'acc_01jx0000000000000000000001', 'twitter', 'publish',
    'post_01jx0000000000000000000003', '{}', 'pending', 0, null, null, null, null, now() - interval '7 days');
-- The first steps of its journal are rows, as the first versions wrote them.
insert into attempts (tenant_id, action_id, attempt, step, state, at) values
  ('ten_01jx0000000000000000000002', 'act_01jx0000000000000000000001', 1, 1, 'claimed', now() - interval '9 days'),
  ('ten_01jx0000000000000000000002', 'act_01jx0000000000000000000001', 1, 2, 'sending', now() - interval '9 days');
update actions set journal = (extract(epoch from now() - interval '9 days') * 1000)::bigint || ' 1 published {"operation": "create_post"}'
where id = 'act_01jx0000000000000000000001';
insert into idempotency_keys (tenant_id, scope, key, request_hash, status, expires_at) values
  ('ten_01jx0000000000000000000002', 'create_brand', 'earlier', '\x00', 201, now() + interval '1 hour');

-- A scheduled post, made by this schema's own function; it is due by now.
select write_post('ten_01jx0000000000000000000002', '{"pro": 1000}', null, 0,
  jsonb_build_object('id', 'post_01jx0000000000000000000004', 'text', 'Fresh rolls from tomorrow', 'status', 'scheduled', 'media', '[]'::jsonb,
    'platform_data', '{}'::jsonb, 'scheduled_at', now() - interval '1 minute'),
  jsonb_build_array(jsonb_build_object('id', 'act_01jx0000000000000000000004', 'post_id', 'post_01jx0000000000000000000004',
    'account_id', 'acc_01jx0000000000000000000001', 'platform', 'twitter', 'position', 0, 'input', '{}'::jsonb, 'status', 'pending',
    'due_at', now() - interval '1 minute')),
  array['acc_01jx0000000000000000000001'], array['brand_01jx0000000000000000000001'], array[now() - interval '1 minute'],
  jsonb_build_array(jsonb_build_object('ordinal', 1, 'id', 'evt_01jx0000000000000000000001', 'type', 'post.scheduled', 'category', 'posts',
    'status', 'ok', 'resource_id', 'post_01jx0000000000000000000004', 'about', array['acc_01jx0000000000000000000001'],
    'summary', 'A post was scheduled', 'data', '{"id": "post_01jx0000000000000000000004"}'::jsonb)));

insert into media (tenant_id, id, filename, content_type, size_bytes, status, created_at) values
  ('ten_01jx0000000000000000000002', 'med_01jx0000000000000000000001', 'menu.jpg', 'image/jpeg', 2048, 'ready', now() - interval '9 days');
insert into inbox_posts (tenant_id, id, account_id, platform, platform_id, post_id, content, comment_count, published_at, last_comment_at) values
  ('ten_01jx0000000000000000000002', 'ip_01jx0000000000000000000001', 'acc_01jx0000000000000000000002', 'facebook', '2002_1',
    null, 'We open at nine.', 1, now() - interval '9 days', now() - interval '8 days');
insert into comments (tenant_id, id, account_id, platform, inbox_post_id, platform_id, author, text, is_owner, created_at) values
  ('ten_01jx0000000000000000000002', 'cmt_01jx0000000000000000000001', 'acc_01jx0000000000000000000002', 'facebook',
    'ip_01jx0000000000000000000001', '2002_9', '{"id": "77", "name": "Ada", "username": "ada"}', 'Also on Sundays?', false, now() - interval '8 days');
insert into conversations (tenant_id, id, account_id, platform, platform_id, participant_id, participant_name, last_message, last_message_at, unread_count) values
  ('ten_01jx0000000000000000000002', 'conv_01jx0000000000000000000001', 'acc_01jx0000000000000000000002', 'facebook', 't_77', '77', 'Ada',
    'Do you deliver?', now() - interval '6 days', 1);
insert into reviews (tenant_id, id, account_id, platform, platform_id, rating, text, author, created_at) values
  ('ten_01jx0000000000000000000002', 'rev_01jx0000000000000000000001', 'acc_01jx0000000000000000000002', 'facebook', 'r_1', 5,
    'The best rolls', '{"id": "78", "name": "Grace"}', now() - interval '5 days');
insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint, is_active) values
  ('ten_01jx0000000000000000000002', 'wh_01jx0000000000000000000001', 'https://simulator.test/receiver/old', '{post.published}', ':secret', 'abcd', false);
insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, status, due_at, attempt, response_status_code) values
  ('ten_01jx0000000000000000000002', 'dlv_01jx0000000000000000000001', 'wh_01jx0000000000000000000001', 1, 'post.scheduled', 'success', null, 1, 200);

insert into events (tenant_id, seq, id, type, category, account_id, summary, data) values
  ('ten_01jx0000000000000000000002', 0, 'evt_01jx0000000000000000000000', 'post.published', 'posts', 'acc_01jx0000000000000000000001',
    'A post was published', '{"id": "post_01jx0000000000000000000001"}');

reset role;
