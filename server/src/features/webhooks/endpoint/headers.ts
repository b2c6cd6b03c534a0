import { z } from 'zod';
import { invalid } from '../../../core/errors.ts';

const HEADERS_MAX = 10;
const NAME_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 1000;

/** Shown in place of a value. */
export const MASK = '***';

/** Checked name by name in `toHeaders`, so that each fault has its own message. */
export const WebhookHeaders = z.record(z.string(), z.unknown()).meta({
  description: `Own headers of every message, at most ${HEADERS_MAX}; the values are secrets and never shown again`,
  wire: { type: 'object', additionalProperties: { type: 'string' } },
});

/** Names that frame the message, that we send ourselves, or that a receiver trusts to be ours. */
const RESERVED =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|cookie2?|set-cookie2?|accept-encoding|user-agent|via|webhook-.*|x-socialapi-.*)$/;

/** A token of RFC 9110, 5.6.2. `__proto__` is one, too, but no name of a header that anybody means. */
const NAME = /^(?!__proto__$)[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** The headers by lower-case name. Throws 400 on the field `headers` for a name or a value that cannot be sent. */
export function toHeaders(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(given);
  if (entries.length > HEADERS_MAX) throw reject(`There are ${entries.length} headers; ${HEADERS_MAX} are the most.`);
  const headers = new Map<string, string>();
  for (const [word, value] of entries) {
    const name = word.toLowerCase();
    const shown = JSON.stringify(word.slice(0, NAME_LENGTH_MAX));
    if (word.length > NAME_LENGTH_MAX) throw reject(`A name has at most ${NAME_LENGTH_MAX} characters: ${shown}….`);
    if (!NAME.test(word)) throw reject(`${shown} is no name of a header: use letters, digits and hyphens.`);
    if (RESERVED.test(name)) throw reject(`The header ${shown} is set by the service or frames the message.`);
    if (headers.has(name)) throw reject(`The header ${shown} is given twice; case makes no difference.`);
    if (typeof value !== 'string') throw reject(`The value of ${shown} must be text.`);
    if (value === MASK)
      throw reject(`The value of ${shown} is a mask. Send the real value; headers are replaced as a whole.`);
    if (value.length > VALUE_LENGTH_MAX)
      throw reject(`The value of ${shown} has at most ${VALUE_LENGTH_MAX} characters.`);
    if (!VALUE.test(value))
      throw reject(`The value of ${shown} must be visible ASCII characters, with spaces only between them.`);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function reject(message: string) {
  return invalid('headers', message);
}
