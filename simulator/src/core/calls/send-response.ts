import type { FastifyReply } from 'fastify';
import type { PlatformResponse } from '../platform.ts';
import { sandbox } from './protect-page.ts';

/** Aborts when the connection is closed before the response has been sent. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

export function sendResponse(reply: FastifyReply, response: PlatformResponse, signal: AbortSignal): FastifyReply {
  const { status, headers = {}, body, contentType, stream } = response;
  if (stream) return sendStream(reply, response, stream, signal);
  reply.code(status).headers(headers);
  if (typeof body === 'string' || Buffer.isBuffer(body))
    return reply.type(contentType ?? 'text/plain; charset=utf-8').send(body);
  if (body === undefined) return reply.send();
  return reply.type(contentType ?? 'application/json; charset=utf-8').send(JSON.stringify(body));
}

function sendStream(
  reply: FastifyReply,
  { status, headers, contentType = 'text/event-stream' }: PlatformResponse,
  stream: NonNullable<PlatformResponse['stream']>,
  signal: AbortSignal,
): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, { ...sandbox, ...headers, 'content-type': contentType, 'cache-control': 'no-store' });
  reply.raw.flushHeaders();
  const end = stream((chunk) => reply.raw.write(chunk));
  signal.addEventListener('abort', end, { once: true });
  return reply;
}
