import type pg from 'pg';

/** The floor's tables, in the service's own database: rows of the size of our responses, one key each. */
export async function makeFloorTables(owner: pg.Client): Promise<void> {
  const columns = `text text, status text not null, scheduled_at timestamptz, hidden boolean not null default false,
    retry_count integer not null default 0, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), livemode boolean not null default false, targets jsonb not null`;
  await owner.query(`
    create schema floor;
    create table floor.posts (id text collate "C" primary key, ${columns});
    create index on floor.posts (created_at desc, id desc);
    create table floor.new_posts (id text collate "C" primary key default 'post_' || substr(md5(random()::text), 1, 26), ${columns})`);
}

/** The posts of the service's responses, as rows of the floor. */
export async function copyToFloor(owner: pg.Client, posts: readonly object[]): Promise<void> {
  await owner.query(
    `insert into floor.posts select (jsonb_populate_record(null::floor.posts, value)).* from jsonb_array_elements($1)`,
    [JSON.stringify(posts)],
  );
  await owner.query('vacuum analyze');
}
