import { AddressBlocked } from './guard.ts';

/**
 * Why a complete response is missing.
 * `invalid` the request cannot be sent as given · `blocked` the client's rules forbid the address · `dns` the name has
 * no address · `refused` `unreachable` `tls` no connection · `timeout` time ran out · `aborted` the caller's signal ·
 * `reset` the connection ended early · `protocol` the response is not HTTP · `too_large` a download passed its cap ·
 * `upload` the body could not be read to its end · `closed` the client was closed · `network` anything else.
 */
export type HttpFailureReason = keyof typeof explanations;

const explanations = {
  invalid: 'the request cannot be sent as given',
  blocked: 'the address is not allowed',
  dns: 'the host name could not be resolved',
  refused: 'the connection was refused',
  unreachable: 'the host could not be reached',
  tls: 'no secure connection could be made',
  timeout: 'there was no response in time',
  aborted: 'the request was cancelled',
  reset: 'the connection ended before the response was complete',
  protocol: 'the response is not valid HTTP',
  too_large: 'the response is larger than allowed',
  upload: 'the body of the request could not be read',
  closed: 'the client is closed',
  network: 'the connection failed',
};

/** A request without a complete response. The message names only method and origin: paths and queries may hold secrets. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: HttpFailureReason;
  /** False proves that no byte of the request was sent; true means that the other side may have acted on it. */
  readonly sent: boolean;
  /** The status, if the head of the response arrived before the failure. */
  readonly status: number | undefined;

  constructor(reason: HttpFailureReason, sent: boolean, details: FailureDetails = {}) {
    const what = details.what === undefined ? '' : `${details.what}: `;
    const why = details.why === undefined ? '' : ` (${details.why})`;
    super(`${what}${explanations[reason]}${why}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.sent = sent;
    this.status = details.status;
  }
}

interface FailureDetails {
  what?: string | undefined;
  why?: string | undefined;
  status?: number | undefined;
  cause?: unknown;
}

const reasonByCode: Record<string, HttpFailureReason> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'upload',
  UND_ERR_INVALID_ARG: 'invalid',
  UND_ERR_NOT_SUPPORTED: 'invalid',
  UND_ERR_CLOSED: 'closed',
  UND_ERR_DESTROYED: 'closed',
  EPROTO: 'tls',
};

/** The reason behind an error of the socket, the resolver, TLS or the parser. */
export function reasonOf(error: unknown): HttpFailureReason {
  if (error instanceof AddressBlocked) return 'blocked';
  const { name, message = '', code = '', syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (name === 'HTTPParserError') return message.includes('EOF') ? 'reset' : 'protocol';
  const word = String(code);
  if (syscall === 'getaddrinfo' || word === 'ENOTFOUND' || word.startsWith('EAI_')) return 'dns';
  const known = reasonByCode[word];
  if (known) return known;
  // Errors of certificates have plain names: CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, UNABLE_TO_VERIFY_LEAF_SIGNATURE.
  return /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|HOSTNAME_MISMATCH/.test(word) ? 'tls' : 'network';
}
