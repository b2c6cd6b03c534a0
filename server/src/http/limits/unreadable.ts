import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, invalid } from '../../core/errors.ts';
import { errorBody } from '../answer-error.ts';
import { requestIdOf } from '../request.ts';
import { CHUNKS, HEAD, REST } from './bounds.ts';

const LATE: Refusal = { status: '408 Request Timeout', message: 'The head of the request did not arrive in time.' };
const LARGE: Refusal = {
  status: '400 Bad Request',
  message: `The head of the request, with its address, is larger than ${HEAD.bytesMax / 1024} KiB.`,
};
const NO_HTTP: Refusal = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

const TINY: Refusal = {
  status: '400 Bad Request',
  message: `The body comes in more than ${CHUNKS.freeMax} chunks of less than ${CHUNKS.averageBytesMin} bytes on average. Collect them before you send them.`,
};

/** The code of an error: the chunks of a body are too small. */
export const TINY_CHUNKS = 'TINY_CHUNKS';

interface Refusal {
  readonly status: string;
  readonly message: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
  HPE_HEADER_OVERFLOW: LARGE,
  [TINY_CHUNKS]: TINY,
};

/** Responds to requests that no route can see, in the form of all errors, and ends their connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const id = requestIdOf(undefined);
  const { status, message } = REFUSALS[error.code ?? ''] ?? NO_HTTP;
  const body = JSON.stringify(errorBody(invalid('request', message), id));
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', `x-request-id: ${id}`];
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body].join('\r\n'));
  // A client that never ends its half would keep the connection.
  setTimeout(() => socket.destroy(), REST.lingerMs).unref();
}

/** 400 for a head with more fields than a request needs. Node would drop those past 2,000, which could be any. */
export function tooManyFields({ rawHeaders }: IncomingMessage): ApiError | undefined {
  if (rawHeaders.length / 2 <= HEAD.fieldsMax) return undefined;
  const message = `The request has more than ${HEAD.fieldsMax} header fields.`;
  return new ApiError('invalid_request', message, { max: HEAD.fieldsMax });
}
