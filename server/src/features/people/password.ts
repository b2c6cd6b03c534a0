import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';

export const PASSWORD_MIN = 10;

/** Long enough to resist guessing; a sentence fits. */
export const Password = z
  .string()
  .min(PASSWORD_MIN)
  .max(200)
  .meta({ description: `At least ${PASSWORD_MIN} characters` });

/** 19 MiB and two passes, as OWASP recommends. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
/** Each takes a core for a while. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 30;

const derive = promisify(argon2);
const inTurn = pLimit(AT_ONCE_MAX);

/** The hash to store, with its salt and cost. Throws 503 while too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${HEAD}${salt.toString('base64url')}$${(await digest(password, salt)).toString('base64url')}`;
}

/** A hash of no password. Comparing with it takes as long as with any other. */
const NOBODYS = `${HEAD}${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

/** Whether the password fits the hash. Without a hash it takes as long, and fits never. */
export async function fitsPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [salt = '', wanted = ''] = (hash ?? NOBODYS).slice(HEAD.length).split('$');
  const found = await digest(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(found, Buffer.from(wanted, 'base64url'));
}

async function digest(password: string, nonce: Buffer): Promise<Buffer> {
  if (inTurn.pendingCount >= WAITING_MAX)
    throw new ApiError('unavailable', 'Too many people sign in at once. Try again in a moment.', { retry_after: 2 });
  // Keyboards write the same letters in different ways (RFC 8265).
  return inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce, ...COST }));
}
