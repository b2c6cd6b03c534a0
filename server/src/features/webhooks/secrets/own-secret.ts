import { z } from 'zod';
import { invalid } from '../../../core/errors.ts';
import { SECRET_PREFIX } from '../signing.ts';

const LENGTH_MIN = 16;
const LENGTH_MAX = 256;
const BYTES_MIN = 24;
const BYTES_MAX = 64;

/** A secret that the caller brings; checked in `assertOwnSecret`. */
export const OwnSecret = z
  .string()
  .optional()
  .meta({
    description: `Your own secret: ${SECRET_PREFIX} and base64 of ${BYTES_MIN} to ${BYTES_MAX} bytes, or ${LENGTH_MIN} to ${LENGTH_MAX} visible ASCII characters; without it, one is made`,
  });

/** Throws 400 on the field `secret` for one that cannot sign. */
export function assertOwnSecret(secret: string): void {
  const problem = secret.startsWith(SECRET_PREFIX)
    ? problemOfBase64(secret.slice(SECRET_PREFIX.length))
    : problemOfText(secret);
  if (problem !== undefined) throw invalid('secret', problem);
}

function problemOfText(secret: string): string | undefined {
  if (secret.length < LENGTH_MIN || secret.length > LENGTH_MAX)
    return `A secret has ${LENGTH_MIN} to ${LENGTH_MAX} characters, not ${secret.length}.`;
  return /^[\x21-\x7e]+$/.test(secret) ? undefined : 'A secret consists of visible ASCII characters, without spaces.';
}

/** Verifiers decode strictly, so the text must be exactly what its bytes are written as. */
function problemOfBase64(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return `After ${SECRET_PREFIX} comes base64 (with + and /, padded with =).`;
  return bytes.length < BYTES_MIN || bytes.length > BYTES_MAX
    ? `After ${SECRET_PREFIX} come ${BYTES_MIN} to ${BYTES_MAX} bytes in base64, not ${bytes.length}.`
    : undefined;
}
