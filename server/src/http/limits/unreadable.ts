import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, invalid } from '../../core/errors.ts';
import { requestIdOf } from '../request.ts';
import { errorBody } from '../send-error.ts';
import { HEAD, REST } from './bounds.ts';

const LATE: Rejection = { status: '408 Request Timeout', message: 'The head of the request did not arrive in time.' };
const LARGE: Rejection = {
  status: '400 Bad Request',
  message: `The head of the request, with its address, is larger than ${HEAD.bytesMax / 1024} KiB.`,
};
const NO_HTTP: Rejection = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

interface Rejection {
  readonly status: string;
  readonly message: string;
}

/** Responds to requests that no route can see, in the form of all errors, and ends their connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const id = requestIdOf(undefined);
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, message } = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? LATE : isLarge ? LARGE : NO_HTTP;
  endWith(socket, responseOf(status, invalid('request', message), id));
}

/** A whole response in the form of all errors, for a connection that ends with it. */
export function responseOf(status: string, error: ApiError, id: string): string {
  const body = JSON.stringify(errorBody(error, id));
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', `x-request-id: ${id}`];
  return [...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body].join('\r\n');
}

/** Ends a connection so that its client can read what was sent, with `text` as the last of it. */
export function endWith(socket: Socket, text?: string): void {
  if (text === undefined) socket.end();
  else socket.end(text);
  // A client that never ends its half would keep the connection.
  setTimeout(() => socket.destroy(), REST.lingerMs).unref();
}

/** 400 for a head with more fields than a request needs. Node would drop those past 2,000, which could be any. */
export function tooManyFields({ rawHeaders }: IncomingMessage): ApiError | undefined {
  if (rawHeaders.length / 2 <= HEAD.fieldsMax) return undefined;
  const message = `The request has more than ${HEAD.fieldsMax} header fields.`;
  return new ApiError('invalid_request', message, { max: HEAD.fieldsMax });
}
