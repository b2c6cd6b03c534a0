import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: string;
}

/** The customer's side of the app's callback address. For tests only. */
export class CallbackReceiver {
  readonly received: Received[] = [];
  /** Statuses of the next answers; 200 when there are none left. */
  readonly answers: number[] = [];
  /** Whether callbacks get no response at all. */
  isMute = false;
  verifyToken = 'check';
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://x');
      if (request.method === 'GET') {
        const isKnown = url.searchParams.get('hub.verify_token') === this.verifyToken;
        response.statusCode = isKnown && url.searchParams.get('hub.mode') === 'subscribe' ? 200 : 403;
        response.end(isKnown ? url.searchParams.get('hub.challenge') : 'no');
        return;
      }
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        this.received.push({ headers: request.headers, raw: Buffer.concat(parts).toString('utf8') });
        if (this.isMute) return;
        response.statusCode = this.answers.shift() ?? 200;
        response.end();
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback?of=us`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
