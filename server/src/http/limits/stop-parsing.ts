import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The parser of a connection. Node has no public way to end it before it has parsed all that was read. */
interface Parser {
  readonly constructor: { readonly kOnBody: number };
  onIncoming: (request: IncomingMessage) => number;
  [callback: number]: unknown;
}

/** The parser's word for: what follows is another protocol. */
const NO_MORE_HTTP = 2;

/** Makes the parser of a connection that is being closed report nothing more: no chunk and no request. */
export function stopParsing(socket: Socket & { readonly parser?: Parser }): void {
  const { parser } = socket;
  if (parser === undefined || parser === null) return;
  const { kOnBody } = parser.constructor;
  const onBody = parser[kOnBody];
  // It is stopped already.
  if (onBody === undefined) return;
  // Node uses the parser again for another connection, and sets every callback but this one.
  const giveBack = () => {
    parser[kOnBody] = onBody;
  };
  socket.prependOnceListener('close', giveBack);
  parser[kOnBody] = undefined;
  parser.onIncoming = (request) => {
    giveBack();
    socket.off('close', giveBack);
    Object.assign(request, { upgrade: true });
    return NO_MORE_HTTP;
  };
}
