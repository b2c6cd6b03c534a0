import { type AddressInfo, connect, createServer } from 'node:net';
import { addressOf } from './cutting-proxy.ts';

/** A way to the database on which statements with a certain text are counted. */
export interface StatementCounter {
  /** Puts itself before the database at an address; gives its own. */
  readonly before: (url: string) => Promise<string>;
  /** How often statements that contain the text were run. */
  readonly runs: () => number;
  /** Every statement that was prepared on a connection of requests. */
  readonly ofRequests: () => ReadonlySet<string>;
  readonly close: () => void;
}

/** Prepared statements are sent by their names, so the names of those that contain the text are learnt first. */
export function countStatements(text = ''): StatementCounter {
  const names = new Set<string>();
  const prepared = new Set<string>();
  let runs = 0;
  const watched = watchMessages(() => {
    let isOfRequests = false;
    return (type, body) => {
      const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
      if (type === '') isOfRequests = body.includes('hubbub_requests_');
      if (type === 'P' && isOfRequests) prepared.add(second);
      if (type === 'P' && second.includes(text)) names.add(first);
      if (type === 'B' && names.has(second)) runs += 1;
    };
  });
  return { ...watched, runs: () => runs, ofRequests: () => prepared };
}

type OnMessage = (type: string, body: Buffer) => void;

/** Shows each message that a client sends to the database. `open` is called for each connection. */
export function watchMessages(open: () => OnMessage): Pick<StatementCounter, 'before' | 'close'> {
  const server = createServer();
  return {
    async before(url) {
      const target = new URL(url);
      server.on('connection', (socket) => {
        const database = connect(addressOf(target, target.port || '5432'));
        socket.pipe(database).pipe(socket);
        for (const side of [socket, database])
          side
            .on('error', () => {})
            .on('close', () => {
              socket.destroy();
              database.destroy();
            });
        socket.on('data', eachMessage(open()));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const { protocol, username, password, pathname } = target;
      return `${protocol}//${username}${password && `:${password}`}@127.0.0.1:${port}${pathname}`;
    },
    close: () => void server.close(),
  };
}

/** Cuts what a client sends into messages. The first has no type, here an empty one (PostgreSQL, "Message Formats"). */
function eachMessage(on: OnMessage): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const head = isFirst ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      on(isFirst ? '' : String.fromCharCode(rest[0] as number), rest.subarray(head + 4, end));
      isFirst = false;
      rest = rest.subarray(end);
    }
  };
}
