import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressList, networkOf } from '../../lib/ip-address.ts';
import { isArriving } from '../request.ts';
import { CONNECTIONS } from './bounds.ts';

export interface ConnectionLimits {
  /** Connections at once. Further ones are closed unanswered. */
  readonly connectionsMax: number;
  /** Of these, connections of one client network. */
  readonly connectionsPerNetworkMax: number;
}

/** Only programs of this machine have these addresses, and a proxy on it has one for everybody. */
export const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Bounds the connections at once. `shared`: addresses that many clients share, such as those of proxies. */
export function limitConnections(
  server: Server,
  { connectionsMax = CONNECTIONS.max, connectionsPerNetworkMax = CONNECTIONS.perNetworkMax }: Partial<ConnectionLimits>,
  shared: readonly string[],
): void {
  server.maxConnections = connectionsMax;
  const addresses = addressList(shared);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (addresses.has(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const others = open.get(network) ?? 0;
    if (others >= connectionsPerNetworkMax) return void socket.destroy();
    open.set(network, others + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** Ends the connection of a client whose body takes longer than this. */
export function limitReading(raw: IncomingMessage, seconds: number): void {
  if (!isArriving(raw)) return;
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), seconds * 1000);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}
