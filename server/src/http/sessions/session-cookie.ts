import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieIn } from './cookies.ts';

/** The address at which browsers find the service. undefined: they come by the Host header, without a path. */
export interface Site {
  readonly publicUrl: string | undefined;
}

const DAYS = 90;

/** Whether the text has the form of a session's token. */
export function isSessionToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** `__Host-` forbids that another host sets the cookie, `__Secure-` that it comes without https (RFC 6265bis, 4.1.3). */
function cookieOf(site: Site, base: string): { readonly name: string; readonly flags: string } {
  const { protocol, pathname } = new URL(site.publicUrl ?? 'http://localhost');
  const isSecure = protocol === 'https:';
  const prefix = isSecure ? (pathname === '/' ? '__Host-' : '__Secure-') : '';
  return { name: `${prefix}${base}`, flags: `Path=${pathname}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}` };
}

/** The token in the cookie of a session; undefined without one, empty for one of another form. */
export function sessionTokenOf(request: FastifyRequest, site: Site): string | undefined {
  const token = readCookie(request, site, 'hubbub_session');
  return token === undefined || isSessionToken(token) ? token : '';
}

/** undefined: the browser forgets the session. */
export function setSessionCookie(reply: FastifyReply, site: Site, token: string | undefined): void {
  setCookie(reply, site, 'hubbub_session', token ?? '', token === undefined ? 0 : DAYS * 86_400);
}

/** Another cookie of the service, such as one that knows the browser again. */
export function readCookie(request: FastifyRequest, site: Site, base: string): string | undefined {
  return cookieIn(request, cookieOf(site, base).name);
}

export function setCookie(reply: FastifyReply, site: Site, base: string, value: string, seconds: number): void {
  const { name, flags } = cookieOf(site, base);
  const others = [reply.getHeader('set-cookie') ?? []].flat() as string[];
  reply.header('set-cookie', [...others, `${name}=${value}; Max-Age=${seconds}; ${flags}`]);
}
