import { createSign, generateKeyPairSync } from 'node:crypto';
import type { Google, KeyRow } from './store.ts';

/** The issuer of id tokens and of Pub/Sub's push tokens alike. */
const issuer = 'https://accounts.google.com';

/** The signing key, made when it is first needed. */
function keyOf({ world, store }: Google): KeyRow {
  const known = store.keys.all()[0];
  if (known) return known;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key: KeyRow = {
    id: world.ids.text('', 40),
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  world.effect(() => store.keys.put(key.id, key));
  return key;
}

/** A JWT with RS256, good for an hour. */
export function signedToken(google: Google, claims: Readonly<Record<string, unknown>>): string {
  const key = keyOf(google);
  const now = Math.floor(google.world.clock.now() / 1000);
  const head = encode({ alg: 'RS256', kid: key.id, typ: 'JWT' });
  const body = encode({ iss: issuer, iat: now, exp: now + 3600, ...claims });
  const signature = createSign('RSA-SHA256').update(`${head}.${body}`).sign(key.private_pem, 'base64url');
  return `${head}.${body}.${signature}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
