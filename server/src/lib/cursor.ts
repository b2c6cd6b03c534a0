import { createHmac, timingSafeEqual } from 'node:crypto';

type Position = (string | number | null)[];

/** Signs list positions for an owner and a scope. A cursor is base64url of a 12-byte MAC and the JSON position. */
export interface CursorSigner {
  encode(owner: string, scope: string, position: readonly (string | number | null)[]): string;
  /** The position, or undefined for cursors that this signer did not make for this owner and scope. */
  decode(owner: string, scope: string, cursor: string): Position | undefined;
}

export function createCursorSigner(key: Buffer): CursorSigner {
  const mac = (owner: string, scope: string, body: Buffer) =>
    createHmac('sha256', key).update(`${owner}\0${scope}\0`).update(body).digest().subarray(0, 12);
  return {
    encode(owner, scope, position) {
      const body = Buffer.from(JSON.stringify(position));
      return Buffer.concat([mac(owner, scope, body), body]).toString('base64url');
    },
    decode(owner, scope, cursor) {
      if (!/^[A-Za-z0-9_-]{17,2000}$/.test(cursor)) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const body = bytes.subarray(12);
      if (!timingSafeEqual(mac(owner, scope, body), bytes.subarray(0, 12))) return undefined;
      return JSON.parse(body.toString()) as Position;
    },
  };
}
