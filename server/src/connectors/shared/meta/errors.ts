import { z } from 'zod';
import { INVALID_CLIENT, PlatformError, type PlatformErrorKind } from '../../../core/platform-error.ts';
import type { PlatformResponse } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { lenient, optionalText, type Purpose, platformError } from '../call-platform.ts';
import { regainSeconds } from './rates.ts';

/**
 * The meaning of an error code. `temporary` errors pass: a read is then `unavailable` and may be repeated. An effect is
 * `unknown`, because Meta sends such codes after an effect too.
 */
export interface Meaning {
  readonly kind: Exclude<PlatformErrorKind, 'unknown'> | 'temporary';
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly wholeApp?: boolean;
}

/** Keys are `code/subcode`, `any/subcode` or `code`, looked up in this order. */
export type Meanings = Readonly<Record<string, Meaning>>;

/** Codes of every Meta product. https://developers.facebook.com/docs/graph-api/guides/error-handling */
const COMMON: Meanings = {
  '1': { kind: 'temporary' },
  '2': { kind: 'temporary' },
  '3': { kind: 'forbidden' },
  '4': { kind: 'rate_limited', wholeApp: true },
  '10': { kind: 'forbidden' },
  // The person wrote too long ago: the messaging window is closed. No permission is missing.
  '10/2018278': { kind: 'rejected' },
  '10/2534022': { kind: 'rejected' },
  '12': { kind: 'rejected' },
  '17': { kind: 'rate_limited' },
  '32': { kind: 'rate_limited' },
  '33': { kind: 'not_found' },
  '100': { kind: 'rejected' },
  '100/33': { kind: 'not_found' },
  '102': { kind: 'auth_expired' },
  '104': { kind: 'forbidden' },
  '190': { kind: 'auth_expired' },
  '324': { kind: 'rejected', field: 'media' },
  '341': { kind: 'rate_limited', wholeApp: true },
  '368': { kind: 'rejected' },
  '382': { kind: 'rejected', field: 'media' },
  '389': { kind: 'rejected', field: 'media' },
  '506': { kind: 'rejected' },
  '551': { kind: 'rejected' },
  '613': { kind: 'rate_limited' },
  '803': { kind: 'not_found' },
  '2500': { kind: 'rejected' },
  '6000': { kind: 'temporary' },
  '6001': { kind: 'rejected', field: 'media' },
  '1609005': { kind: 'rejected' },
};

/** Some hosts send numbers as text. */
const code = z.union([z.number().int(), z.string().regex(/^-?\d{1,12}$/)]).transform(Number);
const error = z.object({
  code,
  error_subcode: lenient(code),
  message: optionalText,
  error_user_msg: optionalText,
  is_transient: lenient(z.boolean()),
});
type Envelope = z.infer<typeof error>;

const envelope = z.object({ error });

/** The form of the token hosts (`api.instagram.com`, `graph.threads.net`). */
const tokenEnvelope = z
  .object({ error_type: z.string(), code, error_message: optionalText })
  .transform((error): { error: Envelope } => ({ error: { code: error.code, message: error.error_message } }));

export interface CallFacts {
  readonly purpose: Purpose;
  /** The product's own codes; they win over the common ones. */
  readonly meanings: Meanings;
  /** Texts that must not appear in an error message. */
  readonly secrets: readonly string[];
}

/**
 * Meta's rejection in our words, classified by code and subcode, never by status alone, as Meta recommends. Undefined for
 * a response without Meta's envelope (a proxy, a maintenance page, a cut body), because it does not show what happened.
 */
export function toGraphError(response: PlatformResponse, call: CallFacts): PlatformError | undefined {
  const parsed = envelope.or(tokenEnvelope).safeParse(response.json);
  if (!parsed.success) return response.status === 429 ? proxyPause(response) : undefined;

  const error: Envelope = parsed.data.error;
  const meaning = meaningOf(error, call.meanings);
  const kind = kindOf(response.status, error, meaning, call.purpose);
  const pause = kind === 'rate_limited' ? regainSeconds(response.headers) : undefined;
  return platformError(
    kind,
    toMessage(error, call.secrets),
    response.status,
    compact({
      platformCode: error.error_subcode === undefined ? `${error.code}` : `${error.code}/${error.error_subcode}`,
      retryAfterSeconds: pause ?? meaning?.retryAfterSeconds,
      wholeApp: kind === 'rate_limited' ? meaning?.wholeApp : undefined,
      field: kind === 'rejected' ? meaning?.field : undefined,
    }),
  );
}

function proxyPause({ status, headers }: PlatformResponse): PlatformError {
  const facts = compact({ retryAfterSeconds: regainSeconds(headers) });
  return platformError('rate_limited', 'The platform takes no more calls for now.', status, facts);
}

function meaningOf(error: Envelope, own: Meanings): Meaning | undefined {
  const { code, error_subcode: subcode } = error;
  const pair = `${code}/${subcode}`;
  return own[pair] ?? own[`any/${subcode}`] ?? COMMON[pair] ?? own[code] ?? COMMON[code] ?? meaningOfRange(code);
}

function meaningOfRange(code: number): Meaning | undefined {
  if (code >= 200 && code <= 299) return { kind: 'forbidden' };
  if (code >= 80_000 && code <= 80_014) return { kind: 'rate_limited' };
  return undefined;
}

function kindOf(
  status: number,
  error: Envelope,
  meaning: Meaning | undefined,
  purpose: Purpose,
): PlatformError['kind'] {
  const temporary = purpose === 'effect' ? 'unknown' : 'unavailable';
  if (purpose === 'effect' && status >= 500) return 'unknown';
  const isFinal = meaning?.kind === 'rejected' || meaning?.kind === 'not_found' || meaning?.kind === 'forbidden';
  if (error.is_transient === true && (meaning === undefined || isFinal)) return temporary;
  if (meaning !== undefined) return meaning.kind === 'temporary' ? temporary : meaning.kind;
  if (status === 429) return 'rate_limited';
  if (status >= 500) return temporary;
  return purpose === 'effect' ? 'unknown' : 'rejected';
}

/** Prefers the message for people. Meta quotes malformed tokens in its messages, so secrets are removed. */
function toMessage(error: Envelope, secrets: readonly string[]): string {
  const message = error.error_user_msg || error.message || `The platform rejected with code ${error.code}.`;
  return secrets.filter((secret) => secret !== '').reduce((text, secret) => text.replaceAll(secret, '…'), message);
}

/** The error of a code exchange that fails because of the app's own credentials; other errors are returned unchanged. */
export function asInvalidClient(error: unknown): unknown {
  if (!(error instanceof PlatformError) || !/client secret|validating application/i.test(error.message)) return error;
  return new PlatformError('forbidden', error.message, { ...error.facts, platformCode: INVALID_CLIENT });
}
