import type { Server, Socket } from 'node:net';
import { READING } from './bounds.ts';

export interface ReadingLimits {
  /** The time in which a client takes `READING.bytesMin`, or the rest. */
  readonly readingMsMax: number;
  /** Unsent bytes of all responses. */
  readonly unsentBytesMax: number;
}

/** Bytes that a client has to take, counted from the start of its connection, and until when. */
interface Due {
  readonly bytes: number;
  readonly atMs: number;
}

/**
 * Ends connections whose clients read a response too slowly. When all of them leave too much unread, ends those with the
 * most first.
 */
export function limitSlowReaders(
  server: Server,
  sockets: ReadonlySet<Socket>,
  { readingMsMax = READING.msMax, unsentBytesMax = READING.unsentBytesMax }: Partial<ReadingLimits>,
): void {
  const dues = new Map<Socket, Due>();

  function look(): void {
    const nowMs = performance.now();
    const isUnread = ({ writableLength, destroyed }: Socket) => writableLength > 0 && !destroyed;
    for (const socket of dues.keys()) if (!isUnread(socket)) dues.delete(socket);
    const unread = [...sockets].filter(isUnread);
    let unsent = 0;
    for (const socket of unread) {
      const { bytesWritten, writableLength } = socket;
      unsent += writableLength;
      const due = dues.get(socket);
      // A large piece counts as unsent until its last byte has left.
      if (due === undefined || bytesWritten - writableLength >= due.bytes)
        dues.set(socket, {
          bytes: bytesWritten,
          atMs: nowMs + readingMsMax * Math.ceil(writableLength / READING.bytesMin),
        });
      else if (nowMs >= due.atMs) socket.destroy();
    }
    for (const socket of unread.sort((a, b) => b.writableLength - a.writableLength)) {
      if (unsent <= unsentBytesMax) break;
      unsent -= socket.writableLength;
      socket.destroy();
    }
  }

  const timer = setInterval(look, READING.lookMs).unref();
  server.once('close', () => clearInterval(timer));
}
