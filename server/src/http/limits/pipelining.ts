import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from './bounds.ts';

/** The parser of a connection. Node has no public way to end it before it has parsed all that was read. */
interface Parsed {
  readonly parser?: { onIncoming: (request: IncomingMessage) => number };
}

/** The parser's word for: what follows is another protocol. */
const NO_MORE_HTTP = 2;

/**
 * Closes a connection with too many unanswered requests. One read may hold thousands of them, which would all be handled
 * before anybody else's.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > CONNECTIONS.unansweredMax) close(socket);
  });
}

function close(socket: Socket & Parsed): void {
  socket.destroy();
  if (socket.parser === undefined) return;
  socket.parser.onIncoming = (request) => {
    Object.assign(request, { upgrade: true });
    return NO_MORE_HTTP;
  };
}
