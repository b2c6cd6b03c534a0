import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { CHUNKS } from './bounds.ts';
import { answerUnreadable, TINY_CHUNKS } from './unreadable.ts';

/**
 * Ends the connection of a client whose body comes in many tiny chunks. Each costs about as much as a large one, in time
 * and in memory, and no bound on bytes notices.
 */
export function limitChunks(server: Server): void {
  server.prependListener('request', (raw: IncomingMessage, response: ServerResponse) => {
    if (raw.headers['transfer-encoding'] === undefined) return;
    const push = raw.push.bind(raw);
    let count = 0;
    let bytes = 0;
    raw.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      count += 1;
      bytes += chunk.length;
      if (count <= CHUNKS.freeMax || bytes >= count * CHUNKS.averageBytesMin) return push(chunk);
      // Nothing is read from the connection after this.
      raw.push = () => false;
      if (response.headersSent) raw.socket.destroy();
      else answerUnreadable(Object.assign(new Error('Tiny chunks'), { code: TINY_CHUNKS }), raw.socket);
      return false;
    };
  });
}
