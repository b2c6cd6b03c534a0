import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fate of one request on its way. */
export interface Fault {
  readonly method?: string;
  readonly path: RegExp;
  /** The response in place of the service's. */
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** The service works; the connection breaks before its response comes. */
  readonly losesResponse?: true;
  /** The connection breaks behind so many bytes of the response. */
  readonly cutsAfter?: number;
}

export interface FaultyProxy {
  readonly url: string;
  /** The requests that came, in order. */
  readonly requests: { readonly method: string; readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** Each fault happens once. */
  arm(...faults: readonly Fault[]): void;
  /** Answers an address by itself, for pages and modules. */
  readonly pages: Map<string, { readonly type: string; readonly text: string | Buffer }>;
  close(): Promise<void>;
}

/** Stands between the SDK and the service, and breaks what it is told to. */
export async function startFaultyProxy(service: () => string): Promise<FaultyProxy> {
  const armed: Fault[] = [];
  const requests: FaultyProxy['requests'] = [];
  const pages: FaultyProxy['pages'] = new Map();
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const page = pages.get(url);
    if (page !== undefined) return void outgoing.setHeader('content-type', page.type).end(page.text);
    requests.push({ method, path: url, headers });
    const index = armed.findIndex((fault) => (fault.method ?? method) === method && fault.path.test(url));
    const [fault] = index < 0 ? [] : armed.splice(index, 1);
    if (fault?.answer !== undefined) {
      incoming.resume();
      outgoing.writeHead(fault.answer.status, { 'content-type': 'application/json', ...fault.answer.headers });
      return void outgoing.end(JSON.stringify(fault.answer.body ?? {}));
    }
    pass(service(), incoming, outgoing, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    pages,
    arm: (...faults) => void armed.push(...faults),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(service: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | undefined): void {
  const { method, url = '', headers } = incoming;
  const onward = request(new URL(url, service), { method, headers, agent: false }, (response) => {
    if (fault?.losesResponse === true) {
      response.resume().once('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    outgoing.flushHeaders();
    let left = fault?.cutsAfter ?? Number.POSITIVE_INFINITY;
    response.on('data', (piece: Buffer) => {
      outgoing.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) outgoing.destroy();
    });
    response.once('end', () => outgoing.end());
  });
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}
