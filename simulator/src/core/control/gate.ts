import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { arrivalOf } from '../calls/addresses.ts';
import { Rejected } from '../calls/response.ts';
import { installation } from '../worlds/world-id.ts';

/** Whether a host name or address leads to this machine and nowhere else. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::ffff:127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/**
 * The control API, the receivers and the page of a world show its secrets. Whoever knows its address may use them, since
 * nobody can guess it. The list of worlds, `installation` and an address without a world are the operator's. They want a
 * Host header of this machine, because a page of a visitor may have its name resolve to us; with a token also a direct
 * request from this machine. Or the token itself. Webhooks (POST to a receiver) and the simulated platforms are open.
 */
export function assertControl(request: FastifyRequest, token?: string): void {
  if (!isControl(request)) return;
  const { world, prefix } = arrivalOf(request);
  if (prefix !== '' && world !== installation) return;
  if (token !== undefined && hasBearer(request, token)) return;
  if (isNamedLocally(request) && (token === undefined || isDirect(request))) return;
  throw new Rejected(
    401,
    'The control API is open to direct requests from this machine, at a name such as localhost. From elsewhere send the operator’s token: Authorization: Bearer <OPERATOR_TOKEN>.',
  );
}

export function isControl({ routeOptions: { url = '' }, method }: FastifyRequest): boolean {
  if (url === '/receiver/:name' && method === 'POST') return false;
  return url === '/' || /^\/(control|receiver|worlds)(\/|$)/.test(url);
}

function isNamedLocally({ headers }: FastifyRequest): boolean {
  return isLoopbackName((headers.host ?? '').replace(/:\d*$/, ''));
}

function isDirect({ headers, raw }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/.test(name));
  return !isForwarded && isLoopbackName(raw.socket.remoteAddress ?? '');
}

function hasBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
