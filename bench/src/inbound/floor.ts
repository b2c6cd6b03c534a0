import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * The floor: verifies the signature, inserts one row, answers, and posts one signed webhook. It repeats nothing, knows no
 * tenants and loses what it has not sent.
 */
const { DATABASE_URL, SECRET = '', SINK_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const sink = new Pool(SINK_URL, { connections: 64, pipelining: 1 });
const signatureOf = (body: string | Buffer) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const raw = Buffer.concat(pieces);
  const [given, right] = [String(request.headers['x-hub-signature-256']), signatureOf(raw)].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return void response.writeHead(401).end();
  const { value } = JSON.parse(raw.toString()).entry[0].changes[0];
  await pool.query({
    name: 'insert',
    text: 'insert into floor.inbox (platform_id, author, text, raw) values ($1, $2, $3, $4)',
    values: [value.comment_id, JSON.stringify(value.from), value.message, JSON.stringify(value)],
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  const body = JSON.stringify({ type: 'comment.received', data: { platform_id: value.comment_id, raw: value } });
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(body) };
  const sent = await sink.request({ method: 'POST', path: '/', headers, body });
  await sent.body.dump();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit(0));
