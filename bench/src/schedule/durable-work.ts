import pg from 'pg';

/**
 * The work that publishing needs of a database around the call, for queues that bring none of it: the post is read, the intent
 * is committed before the call, and the outcome, the post's status, the journal and the event after it.
 */
export interface DurableWork {
  /** Makes the tables and the posts. */
  prepare(numbers: readonly number[]): Promise<void>;
  around(number: number, call: (text: string) => Promise<string>): Promise<void>;
}

const TABLES = `
  create schema peer;
  create table peer.posts (id text primary key, text text not null, status text not null);
  create table peer.targets (id text primary key, post_id text not null, status text not null, intent_at timestamptz, platform_id text);
  create table peer.attempts (target_id text, step int, state text not null, detail jsonb not null, at timestamptz not null default now(), primary key (target_id, step));
  create table peer.events (seq bigint generated always as identity primary key, type text not null, data jsonb not null, at timestamptz not null default now());`;

const READ = `select p.text from peer.targets t join peer.posts p on p.id = t.post_id where t.id = $1`;
const INTENT = `
  with target as (update peer.targets set status = 'publishing', intent_at = now() where id = $1 returning id)
  insert into peer.attempts (target_id, step, state, detail) select id, 1, 'sending', '{}' from target`;
const OUTCOME = `
  with target as (
    update peer.targets set status = 'published', platform_id = $2 where id = $1 returning id, post_id
  ), post as (
    update peer.posts p set status = 'published' from target where p.id = target.post_id
  ), line as (
    insert into peer.attempts (target_id, step, state, detail) select id, 2, 'published', jsonb_build_object('platform_id', $2::text) from target
  )
  insert into peer.events (type, data) select 'post.published', jsonb_build_object('post_id', post_id, 'platform_id', $2::text) from target`;

export function openDurableWork(databaseUrl: string, connections: number): DurableWork {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const run = (name: string, text: string, values: unknown[]) => pool.query({ name, text, values });
  return {
    async prepare(numbers) {
      await pool.query(TABLES);
      await pool.query(
        `with post as (
           insert into peer.posts (id, text, status) select 'post_' || n, 'target ' || n, 'scheduled' from unnest($1::int[]) n
         )
         insert into peer.targets (id, post_id, status) select 'act_' || n, 'post_' || n, 'pending' from unnest($1::int[]) n`,
        [numbers],
      );
    },
    async around(number, call) {
      const id = `act_${number}`;
      const { rows } = await run('read', READ, [id]);
      await run('intent', INTENT, [id]);
      const platformId = await call(rows[0].text);
      await run('outcome', OUTCOME, [id, platformId]);
    },
  };
}
