import { createServer } from 'node:http';

/**
 * An endpoint that accepts every message. `GET /taken` returns how many came since the last `GET /forget`, and the
 * milliseconds from the first to the last one.
 */
let count = 0;
let firstMs = 0;
let lastMs = 0;

const server = createServer((request, response) => {
  if (request.url === '/taken') return void response.end(JSON.stringify({ count, ms: lastMs - firstMs }));
  if (request.url === '/forget') {
    count = 0;
    return void response.end('{}');
  }
  request.resume();
  request.on('end', () => {
    lastMs = performance.now();
    if (count === 0) firstMs = lastMs;
    count += 1;
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`);
});
process.on('SIGTERM', () => process.exit(0));
