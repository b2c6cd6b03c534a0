import { createHmac } from 'node:crypto';
import type { World } from '../../../core/world/world.ts';

/** A JWT of the PDS. Clients may read its claims; that it is genuine, the token table says. */
export function makeJwt(world: World, type: string, claims: object, expiresInSeconds: number): string {
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const body = { ...claims, iat: issuedAt, exp: issuedAt + expiresInSeconds, jti: world.ids.text('', 22) };
  const signed = `${encode({ typ: type, alg: 'HS256' })}.${encode(body)}`;
  return `${signed}.${createHmac('sha256', world.app.client_secret).update(signed).digest('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
