/** The values by which lists find the rows of a grown tenant. */
export const GROWN = {
  /** Has a 20th of the rows of each table. */
  account: 'acc_grown_1',
  /** Has the five oldest posts, posts with comments, conversations and events. */
  rareAccount: 'acc_grown_rare',
  brand: 'brand_grown_1',
  /** The brand of the rare account. */
  rareBrand: 'brand_grown_rare',
  /** A brand of four accounts that have nothing. */
  emptyBrand: 'brand_grown_empty',
  platform: 'mastodon',
  rarePlatform: 'telegram',
  absentPlatform: 'pinterest',
  page: 'page_1',
  rarePage: 'page_rare',
  /** The endpoint with all deliveries but five, and the one with those five. */
  endpoint: 'wh_00000000000000000000000001',
  rareEndpoint: 'wh_00000000000000000000000002',
  /** A word of each third text, and one of the five oldest. */
  word: 'harbour',
  rareWord: 'lighthouse',
  absentWord: 'xylophone',
  folder: 'folder_1',
  rareFolder: 'folder_rare',
  /** Made nearly all entries of the audit log; the rare one made five. */
  person: 'usr_grown_1',
  rarePerson: 'usr_grown_rare',
  tag: 'tag_1',
  rareTag: 'tag_rare',
} as const;

/** Ids of the grown rows: `grownId('post', 7)`. */
export function grownId(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(26, '0')}`;
}

const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`;
/** The tenant's rows are spread over 300 days, row 1 is the newest. */
const at = `now() - n * (interval '300 days' / $2)`;
const isRare = 'n > $2 - 5';
const account = `case when ${isRare} then '${GROWN.rareAccount}' else 'acc_grown_' || n % 20 end`;
const platform = `case when ${isRare} then '${GROWN.rarePlatform}' else (array['${GROWN.platform}', 'twitter', 'facebook', 'instagram'])[1 + n % 4] end`;
const words = `case when n % 3 = 0 then 'See you at the harbour' else 'Fresh bread from the oven' end || case when ${isRare} then ' by the lighthouse' else '' end || ', number ' || n`;
const person = `'{"id":"maya","name":"Maya","username":"maya"}'`;

/** Statements that make a tenant's accounts, brands and endpoints. Parameter: $1 the tenant. */
export const GROWN_ACCOUNTS: readonly string[] = [
  `insert into brands (tenant_id, id, name)
   select $1, 'brand_grown_' || n, 'Brand ' || n from (select n::text from generate_series(0, 9) n union all values ('rare'), ('empty')) brand (n)`,
  `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
   select $1, 'acc_grown_' || n, 'brand_grown_' || n % 10, (array['${GROWN.platform}', 'twitter', 'facebook', 'instagram'])[1 + n % 4], 'grown_' || n, 'Account ' || n, 'account' || n, ''
   from generate_series(0, 19) n`,
  `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
   values ($1, '${GROWN.rareAccount}', '${GROWN.rareBrand}', '${GROWN.rarePlatform}', 'grown_rare', 'Rare', 'rare', '')`,
  `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
   select $1, 'acc_grown_empty_' || n, '${GROWN.emptyBrand}', '${GROWN.rarePlatform}', 'grown_empty_' || n, 'Empty ' || n, 'empty' || n, ''
   from generate_series(0, 3) n`,
  `update accounts set poll_due_at = null where tenant_id = $1`,
  `delete from metric_readings where tenant_id = $1`,
  `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint)
   select $1, id, 'https://example.com/' || id, '{post.published}', '', '' from (values ('${GROWN.endpoint}'), ('${GROWN.rareEndpoint}')) endpoint (id)`,
];

/** Statements that fill each table of a tenant. Parameters: $1 the tenant, $2 the number of rows. */
export const GROWN_ROWS: Readonly<Record<string, string>> = {
  posts: `insert into posts (tenant_id, id, text, title, status, media, hidden, scheduled_at, published_at, created_at, updated_at, held)
    select $1, ${id('post')}, ${words}, case when n % 7 = 0 then 'Title ' || n end,
      case when ${isRare} then 'partial' when n % 30 = 0 then 'draft' when n % 1000 = 1 then 'failed' else 'published' end, '[]', n % 50 = 3,
      case when n % 2 = 0 then ${at} + interval '1 hour' end, ${at}, ${at}, ${at},
      case when ${isRare} or n % 60 = 0 then '{"kind":"post","state":"waiting"}'::jsonb end`,
  actions: `insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status, platform_id, published_at, created_at, updated_at, error)
    select $1, ${id('target')}, ${account}, ${platform}, 'publish', ${id('post')}, 0,
      case when ${isRare} then '{"page_id":"${GROWN.rarePage}"}' else jsonb_build_object('page_id', 'page_' || n % 20) end,
      case when n % 1000 = 1 then 'failed' else 'published' end, case when n % 1000 <> 1 then 'p' || n end, ${at}, ${at}, ${at},
      case when n % 1000 = 1 then '{"code":"internal_error","message":"Stopped"}'::jsonb end`,
  inbox_posts: `insert into inbox_posts (tenant_id, id, account_id, platform, platform_id, post_id, content, comment_count, last_comment_at, created_at, updated_at)
    select $1, ${id('ip')}, ${account}, ${platform}, 'p' || n, ${id('post')}, ${words}, case when ${isRare} then 900 else 1 + n % 9 end, ${at}, ${at}, ${at}`,
  // A page counts the replies of its comments, so no comment has more replies in a larger tenant.
  comments: `insert into comments (tenant_id, id, account_id, platform, inbox_post_id, platform_id, parent_platform_id, author, text, is_owner, like_count, moderation_status, created_at)
    select $1, ${id('cmt')}, 'acc_grown_1', '${GROWN.platform}', case when n % 2 = 0 then '${grownId('ip', 1)}' else ${id('ip')} end, 'c' || n,
      case when n % 10 = 0 and n <= 4000 then 'c2' when n % 10 = 0 then 'c' || n - 1 end, ${person}, ${words}, n % 4 = 0, n % 90, case when n % 1000 = 2 then 'held_for_review' end, ${at}`,
  conversations: `insert into conversations (tenant_id, id, account_id, page_id, platform, platform_id, participant_id, participant_name, last_message, last_message_at, status, created_at)
    select $1, ${id('conv')}, ${account}, 'page_' || n % 20, ${platform}, 't' || n, 'u' || n, 'Maya', 'Hello', ${at},
      case when ${isRare} then 'archived' else 'active' end, ${at}`,
  messages: `insert into messages (tenant_id, id, account_id, conversation_id, platform, platform_id, direction, text, sender, created_at)
    select $1, ${id('msg')}, 'acc_grown_1', case when n % 2 = 0 then '${grownId('conv', 1)}' else ${id('conv')} end, '${GROWN.platform}', 'm' || n,
      case n % 2 when 0 then 'incoming' else 'outgoing' end, ${words}, ${person}, ${at}`,
  reviews: `insert into reviews (tenant_id, id, account_id, platform, platform_id, rating, text, author, created_at)
    select $1, ${id('rev')}, ${account}, ${platform}, 'r' || n, 1 + n % 5, ${words}, ${person}, ${at}`,
  mentions: `insert into mentions (tenant_id, id, account_id, platform, platform_id, author, text, created_at)
    select $1, ${id('men')}, ${account}, ${platform}, 'x' || n, ${person}, ${words}, ${at}`,
  events: `insert into events (tenant_id, seq, id, type, category, status, platform, account_id, resource_id, summary, data, created_at, brand_id)
    select $1, $2 - n + 1000, ${id('evt')},
      case when ${isRare} then 'post.failed' when n % 2 = 0 then 'comment.received' else 'post.published' end,
      case when ${isRare} or n % 2 = 1 then 'posts' else 'inbox' end, case when ${isRare} then 'failed' else 'ok' end, ${platform}, ${account}, ${id('post')},
      'Something happened', '{}', ${at}, case when ${isRare} then '${GROWN.rareBrand}' else 'brand_grown_' || n % 10 end`,
  deliveries: `insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, status, attempt, response_status_code, created_at, ended_at)
    select $1, ${id('dlv')}, case when ${isRare} then '${GROWN.rareEndpoint}' else '${GROWN.endpoint}' end, $2 - n + 1000,
      case when n % 2 = 0 then 'comment.received' else 'post.published' end, case when n % 1000 = 5 then 'failed' else 'success' end, 1, 200, ${at}, ${at}`,
  callbacks: `insert into callbacks (tenant_id, id, account_id, platform, key, payload, received_at, attempt, error)
    select $1, ${id('cb')}, ${account}, ${platform}, 'k' || n, '{}', ${at}, 1, case when n % 1000 = 7 then 'Unreadable' end`,
  audit: `insert into audit (tenant_id, id, at, actor, actor_id, action, resource_type, resource_id, changes, request_id)
    select $1, ${id('aud')}, ${at}, jsonb_build_object('type', 'user', 'name', 'Maya', 'id', case when ${isRare} then '${GROWN.rarePerson}' else '${GROWN.person}' end), case when ${isRare} then '${GROWN.rarePerson}' else '${GROWN.person}' end,
      case when ${isRare} then 'delete_post' else 'update_post' end, 'post', case when n % 2 = 0 then '${grownId('post', 1)}' else ${id('post')} end, '{}', 'r' || n`,
  // A post takes 500 notes at most.
  post_notes: `insert into post_notes (tenant_id, id, post_id, position, text, visibility, created_by, created_at)
    select $1, ${id('note')}, case when n <= 500 then '${grownId('post', 1)}' else ${id('post')} end, case when n <= 500 then n else 1 end,
      ${words}, case when n % 2 = 0 then 'internal' else 'client' end, '{"type":"user","id":"${GROWN.person}","name":"Maya"}', ${at}`,
  media: `insert into media (tenant_id, id, filename, content_type, size_bytes, status, facts, alt_text, folder, tags, created_at)
    select $1, ${id('media')}, 'picture-' || n || '.jpg', 'image/jpeg', 1000, 'ready', jsonb_build_object('kind', case when ${isRare} then 'video' else 'image' end),
      ${words}, case when ${isRare} then '${GROWN.rareFolder}' else 'folder_' || n % 10 end,
      array[case when ${isRare} then '${GROWN.rareTag}' else 'tag_' || n % 10 end, 'all'], ${at}`,
  post_metrics: `insert into post_metrics (tenant_id, account_id, platform_id, post_id, published_at, metrics, read_at)
    select $1, ${account}, 'p' || n, ${id('post')}, ${at}, jsonb_build_object('likes', n % 977, 'comments', n % 31, 'impressions', n % 9973), ${at}`,
  exports: `insert into exports (tenant_id, id, account_id, platform, status, stage, include_transcript, include_vision, items_max, transcripts_max, expiry_days, created_at, completed_at)
    select $1, ${id('exp')}, ${account}, ${platform}, case when ${isRare} then 'failed' else 'completed' end, 'done', false, false, 100, 0, 7, ${at}, ${at}`,
};

/** The statement for one table, with its rows. */
export function growing(table: string): string {
  const statement = GROWN_ROWS[table] as string;
  return statement.includes('generate_series') ? statement : `${statement} from generate_series(1, $2) n`;
}

/** A statement or a path for one more tenant: no two tenants have the same ids. `mark`: a small letter. */
export function ofTenant(text: string, mark: string): string {
  return text
    .replaceAll('_grown_', `_grown${mark}_`)
    .replaceAll("26, '0'", `26, '${mark}'`)
    .replace(/(?<=_)0{10,}/g, (zeros) => mark.repeat(zeros.length));
}
