import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from './bounds.ts';
import { stopParsing } from './stop-parsing.ts';

type Response = ServerResponse<IncomingMessage>;

/**
 * Closes a connection with too many unanswered requests. One read may hold thousands of them, which would all be handled
 * before anybody else's.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, Set<Response>>();

  function unansweredOf(socket: Socket): Set<Response> {
    const known = unanswered.get(socket);
    if (known !== undefined) return known;
    const responses = new Set<Response>();
    unanswered.set(socket, responses);
    // Node closes them too, unless the last request asks for another protocol, such as CONNECT.
    socket.once('close', () => {
      for (const response of responses) close(response);
    });
    return responses;
  }

  server.prependListener('request', ({ socket }: IncomingMessage, response: Response) => {
    const responses = unansweredOf(socket).add(response);
    response.once('finish', () => {
      responses.delete(response);
      // Node would answer a request that it reads now before those that wait, and end the process for it.
      if (!socket.writable) stopParsing(socket);
    });
    if (responses.size <= CONNECTIONS.unansweredMax) return;
    socket.destroy();
    stopParsing(socket);
  });
}

function close(response: Response): void {
  response.req.destroy();
  response.destroy();
}
