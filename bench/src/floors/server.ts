import Fastify from 'fastify';
import pg from 'pg';

/**
 * The floor: the cost of the bare response. Fastify, node-postgres with prepared statements, one statement per
 * request. No keys, tenants, checks or limits.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ logger: false });

const columns = 'id, text, status, scheduled_at, hidden, retry_count, created_at, updated_at, livemode, targets';

app.get('/posts/:id', async (request, reply) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} from floor.posts where id = $1`,
    values: [id],
  });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows[0]));
});

app.get('/posts', async (request, reply) => {
  const limit = Number((request.query as { limit: string }).limit);
  const text = `select ${columns} from floor.posts order by created_at desc, id desc limit $1`;
  const { rows } = await pool.query({ name: 'list', text, values: [limit + 1] });
  const page = { data: rows.slice(0, limit), pagination: { has_more: rows.length > limit } };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
});

app.post('/posts', async (request, reply) => {
  const post = request.body as { text: string; scheduled_at?: string; targets: object[] };
  const { rows } = await pool.query({
    name: 'insert',
    text: `insert into floor.new_posts (text, status, scheduled_at, targets) values ($1, $2, $3, $4) returning ${columns}`,
    values: [
      post.text,
      post.scheduled_at === undefined ? 'draft' : 'scheduled',
      post.scheduled_at,
      JSON.stringify(post.targets),
    ],
  });
  return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(rows[0]));
});

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
