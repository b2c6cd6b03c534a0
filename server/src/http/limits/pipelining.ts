import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from './bounds.ts';
import { stopParsing } from './stop-parsing.ts';

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
    if (count <= CONNECTIONS.unansweredMax) return;
    socket.destroy();
    stopParsing(socket);
  });
}
