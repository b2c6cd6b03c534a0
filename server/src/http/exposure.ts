import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../core/errors.ts';
import { hostNameOf, isLoopbackName } from '../lib/loopback.ts';
import { sendError } from './send-error.ts';

export interface ExposureOptions {
  /** The service listens on a loopback address, and no public address leads to it. */
  readonly isPrivate: boolean;
  readonly isLoopback: boolean;
  readonly publicUrl: string | undefined;
  readonly operatorToken: string;
}

/** Who may see the surfaces of the operator: /simulator and /metrics. */
export interface Exposure {
  /** Nobody but this machine can have sent the request, and no proxy has passed it on. */
  readonly isFromThisMachine: (request: FastifyRequest) => boolean;
  /** The request carries the operator's token as its bearer token. */
  readonly isFromOperator: (request: FastifyRequest) => boolean;
}

export function createExposure({ isPrivate, operatorToken }: ExposureOptions): Exposure {
  return {
    isFromThisMachine: ({ headers, raw }) =>
      isPrivate &&
      isLoopbackName(raw.socket.remoteAddress ?? '') &&
      isLoopbackName(hostNameOf(headers.host ?? '')) &&
      !Object.keys(headers).some(isForwarding),
    isFromOperator: (request) => hasBearer(request, operatorToken),
  };
}

/** The need of a rejected caller, as the end of a sentence. */
export const WANTED =
  'Open it on this machine without a proxy (HOST and the Host header are loopback names, and PUBLIC_URL is not public). From elsewhere send the operator’s token: Authorization: Bearer <token>. It is OPERATOR_TOKEN, or stands in DATA_DIR/operator.token.';

function isForwarding(name: string): boolean {
  return name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-');
}

/** Whether the request carries this bearer token; takes the same time for every wrong one. */
export function hasBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

/** Paths that carry a key or a signature, which no page of a visitor has. Health tells nothing. */
export const PROVEN = /^\/(v1\/(?!invite\/)|callbacks\/|media\/|health\/)/;

/**
 * Rejects two Host headers. A loopback service also rejects names that are not its own, because a page of a visitor may
 * have its name resolve to this machine (DNS rebinding).
 */
export function checkHosts(app: FastifyInstance, { isLoopback, publicUrl }: ExposureOptions): void {
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.toLowerCase();
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw;
    const isDouble = rawHeaders.filter((word, at) => at % 2 === 0 && word.toLowerCase() === 'host').length > 1;
    if (isDouble)
      return void sendError(reply, invalid('Host', 'The request has more than one Host header.'), request.id);
    const name = hostNameOf(request.headers.host ?? '');
    if (!isLoopback || PROVEN.test(request.url) || isLoopbackName(name) || name === publicName) return done();
    const message =
      'The Host header is not a name of this service. It listens on this machine only: use localhost, or set PUBLIC_URL to its public address.';
    return void sendError(reply, invalid('Host', message), request.id);
  });
}
