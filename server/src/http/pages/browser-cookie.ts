import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieIn } from '../sessions/cookies.ts';

const SECONDS = 3600;

/** The browser's cookie. Over https its name forbids that another host or path sets it (RFC 6265bis, 4.1.3.2). */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-hubbub_browser' : 'hubbub_browser');

/** The id of a browser that we gave it before; empty without one. */
export function browserIdOf(request: FastifyRequest, isSecure: boolean): string {
  const id = cookieIn(request, nameOf(isSecure)) ?? '';
  return /^[\w-]{32}$/.test(id) ? id : '';
}

/** Gives the browser an id, or keeps the one that it has, so that logins in two tabs do not disturb each other. */
export function keepBrowserId(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const id = browserIdOf(request, isSecure) || randomBytes(24).toString('base64url');
  const flags = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(isSecure)}=${id}; ${flags}`);
  return id;
}
