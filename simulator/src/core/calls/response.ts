import type { PlatformResponse } from '../platform.ts';
import { ownPage } from './protect-page.ts';

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): PlatformResponse {
  return { status, body, headers };
}

/** A page that the platform makes. Texts of others in it must be escaped. */
export function html(body: string, status = 200): PlatformResponse {
  return { status, body, contentType: 'text/html; charset=utf-8', headers: ownPage };
}

export function text(body: string, status = 200, contentType = 'text/plain; charset=utf-8'): PlatformResponse {
  return { status, body, contentType };
}

export function redirect(location: string, status = 302): PlatformResponse {
  return { status, body: '', contentType: 'text/plain; charset=utf-8', headers: { location } };
}

export function escapeHtml(value: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return value.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** Thrown by visitors and handshakes: the control API answers this status with `{ error: message }`. */
export class Rejected extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'Rejected';
    this.status = status;
  }
}
