import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The customer's end: it notes when the webhook of each comment arrived first, and how many arrived. */
export interface Sink {
  readonly url: string;
  /** By the platform's id of the comment, in `performance.now()`. */
  readonly arrivedMs: ReadonlyMap<string, number>;
  readonly received: () => number;
  forget(): void;
  close(): Promise<void>;
}

export async function startSink(): Promise<Sink> {
  const arrivedMs = new Map<string, number>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    response.end();
    const id: string | undefined = JSON.parse(Buffer.concat(pieces).toString()).data?.platform_id;
    if (id === undefined) return;
    received += 1;
    if (!arrivedMs.has(id)) arrivedMs.set(id, performance.now());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    arrivedMs,
    received: () => received,
    forget() {
      arrivedMs.clear();
      received = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
