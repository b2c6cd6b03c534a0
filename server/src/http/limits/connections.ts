import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../core/errors.ts';
import { addressList, networkOf } from '../../lib/ip-address.ts';
import { isArriving } from '../request.ts';
import { CONNECTIONS } from './bounds.ts';
import { createCounts } from './counts.ts';
import { limitPipelining } from './pipelining.ts';
import { limitSlowReaders, type ReadingLimits } from './slow-readers.ts';
import { type ChunkLimits, limitTinyChunks } from './tiny-chunks.ts';

export interface ConnectionLimits extends ReadingLimits, ChunkLimits {
  /** Connections at once. Further ones are for `/health` only. */
  readonly connectionsMax: number;
  /** Of these, connections of one client network. */
  readonly connectionsPerNetworkMax: number;
}

export interface Connections {
  /** Counts a response that may take long, until it ends. Throws 503 when they have their share of the connections. */
  stay(response: ServerResponse): void;
  /** Whether the connection is past a limit. It ends with its first response. */
  isSpare(socket: Socket): boolean;
  /** 503 for a request on such a connection, unless it asks for `/health`. */
  errorFor(request: IncomingMessage): ApiError | undefined;
}

/** Only programs of this machine have these addresses, and a proxy on it has one for everybody. */
export const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Bounds the connections at once. `shared`: addresses that many clients share, such as those of proxies. */
export function limitConnections(
  server: Server,
  limits: Partial<ConnectionLimits>,
  shared: readonly string[],
): Connections {
  const { connectionsMax = CONNECTIONS.max, connectionsPerNetworkMax = CONNECTIONS.perNetworkMax } = limits;
  const longMax = Math.floor(connectionsMax * CONNECTIONS.longShare);
  const addresses = addressList(shared);
  const open = new Set<Socket>();
  const networks = createCounts();
  /** The oldest first. */
  const spare = new Set<Socket>();
  let staying = 0;
  limitSlowReaders(server, open, limits);
  limitPipelining(server);
  limitTinyChunks(server, limits);

  function keepSpare(socket: Socket): void {
    const [oldest] = spare.size >= CONNECTIONS.spareMax ? spare : [];
    if (oldest !== undefined) spare.delete(oldest.destroy());
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  }

  server.on('connection', (socket: Socket) => {
    if (open.size >= longMax) server.closeIdleConnections();
    const { remoteAddress = '' } = socket;
    const name = networkOf(remoteAddress);
    const bounds = addresses.has(remoteAddress) ? [] : [{ name, max: connectionsPerNetworkMax }];
    if (open.size >= connectionsMax || networks.exceeded(bounds) !== undefined) return keepSpare(socket);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.once('close', networks.add(bounds));
  });

  return {
    stay(response) {
      if (staying >= longMax) throw full(longMax, 'Too many requests that take long are open right now.');
      if (response.closed) return;
      staying += 1;
      response.once('close', () => {
        staying -= 1;
      });
    },
    isSpare: (socket) => spare.has(socket),
    errorFor({ socket, url }) {
      if (!spare.has(socket) || url?.startsWith('/health/') === true) return undefined;
      return full(connectionsMax, 'Too many connections are open right now.');
    },
  };
}

function full(max: number, message: string): ApiError {
  const facts = { max, resource: 'connection', retry_after: CONNECTIONS.retrySeconds };
  return new ApiError('unavailable', `${message} Try again in a moment.`, facts);
}

/** Ends the connection of a client whose body takes longer than this. */
export function limitReading(raw: IncomingMessage, seconds: number): void {
  if (!isArriving(raw)) return;
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), seconds * 1000);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}
