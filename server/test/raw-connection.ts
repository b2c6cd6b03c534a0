import { connect, type Socket } from 'node:net';

/** A TCP connection on which a test writes what it likes. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that has arrived. */
  readonly received: () => string;
  /** Whether the other side has ended or reset the connection. */
  readonly isClosed: () => boolean;
  /** How the connection broke; undefined after an orderly end. */
  readonly fault: () => string | undefined;
  readonly ended: Promise<void>;
}

export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let fault: string | undefined;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let isClosed = false;
  const end = () => {
    isClosed = true;
    resolve();
  };
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
  });
  socket.on('end', end);
  socket.on('close', end);
  socket.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.code;
  });
  await new Promise<void>((done) => {
    socket.once('connect', done).once('close', done);
  });
  return { socket, received: () => received, isClosed: () => isClosed, fault: () => fault, ended };
}
