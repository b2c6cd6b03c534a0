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

/** Faults of a certificate or a handshake in words, by Node's and OpenSSL's codes. */
const tlsCauses: Record<string, string> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its chain of certificates is incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain of certificates is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS there',
};

const parserCauses: Record<string, string> = {
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its length is not the one that its head says',
  TINY_CHUNKS: 'its body comes in too many tiny chunks',
};

/** How far a request came that ran out of time or lost its connection. */
export type Progress = 'unsent' | 'sent' | 'answering';

const timeoutCauses: Record<Progress, string> = {
  unsent: 'no connection was made',
  sent: 'the request was sent, and no head of a response came',
  answering: 'the response began and did not end',
};

/** Completes the reason in words for the owner of the address; undefined when there is nothing to add. */
export function causeOf(reason: HttpFailureReason, progress: Progress, error: unknown): string | undefined {
  const { code = '', message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (reason === 'blocked') return message;
  if (reason === 'timeout') return timeoutCauses[progress];
  if (reason === 'tls') return tlsCauses[code] ?? (code === '' ? undefined : code.toLowerCase().replaceAll('_', ' '));
  if (reason === 'reset' && progress === 'unsent') return 'it ended before the request was sent';
  return parserCauses[code];
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
