import { createServer } from 'node:http';
import { CALL_MS } from './load.ts';

/**
 * A platform that accepts every status and responds after 5 ms. It records the time of each call; the text names the
 * target. `GET /arrivals` returns the records. Control calls for an app get its credentials, every other request an empty object.
 */
let arrivals: [number: number, atMs: number][] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const respond = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/arrivals') return void respond(arrivals);
    if (request.url === '/forget') {
      arrivals = [];
      return void respond({});
    }
    if (request.url?.includes('/apps/')) return void respond({ client_id: 'app', client_secret: 'secret' });
    if (request.method !== 'POST' || !request.url?.endsWith('/api/v1/statuses')) return void respond({});
    const { status } = JSON.parse(Buffer.concat(chunks).toString());
    const number = Number(/^target (\d+)/.exec(status)?.[1]);
    arrivals.push([number, Date.now()]);
    setTimeout(() => respond({ id: String(1_000_000 + number), url: null }), CALL_MS);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
});
process.on('SIGTERM', () => process.exit(0));
