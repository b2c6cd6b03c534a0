import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes what an OpenTelemetry exporter sends (OTLP over HTTP) and hands over each body as text. */
export async function startCollector(port: number, take: (body: string, url: string, type: string) => void) {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    take(Buffer.concat(pieces).toString(), request.url ?? '', request.headers['content-type'] ?? '');
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
