import { json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import { rateHeaders } from './limits.ts';
import type { Proofs } from './oauth/dpop.ts';
import type { Store } from './store.ts';
import { failure } from './xrpc.ts';

/** The error bodies that the PDS gives before a handler runs. */
export function errors(store: Store, proofs: Proofs): PlatformErrors {
  return {
    unauthorized(call, reason) {
      if (reason === 'missing') return failure(401, 'AuthMissing', 'Authentication Required');
      const token = store.world.tokens.find(call.credential ?? '');
      if (token?.note?.startsWith('oauth ')) return invalidToken(proofs, 'The access token has expired or was revoked');
      if (reason === 'expired') return failure(400, 'ExpiredToken', 'Token has expired');
      const isOther = token?.kind === 'refresh';
      return failure(400, 'InvalidToken', isOther ? 'Invalid token type' : 'Token could not be verified');
    },
    throttled(_call, { retryAfterSeconds }) {
      const resetAt = store.world.clock.now() + retryAfterSeconds * 1000;
      return failure(429, 'RateLimitExceeded', 'Rate Limit Exceeded', rateHeaders(3000, 0, resetAt, 300));
    },
    serverError: (_call, status) => {
      if (status === 502) return failure(502, 'UpstreamFailure', 'Upstream service unreachable');
      if (status === 503) return failure(503, 'NotEnoughResources', 'Service Unavailable');
      if (status === 504) return failure(504, 'UpstreamTimeout', 'Upstream service timed out');
      return failure(status, 'InternalServerError', 'Internal Server Error');
    },
    notFound: (call) =>
      call.path.startsWith('/xrpc/')
        ? failure(501, 'MethodNotImplemented', 'Method Not Implemented')
        : failure(404, 'NotFound', 'Not Found'),
    malformed: () => failure(400, 'InvalidRequest', 'Could not parse request body'),
  };
}

/** As RFC 9449 says it; the page of facts names only the demand for a nonce. */
function invalidToken(proofs: Proofs, description: string): PlatformResponse {
  return json({ error: 'invalid_token', message: description }, 401, {
    'dpop-nonce': proofs.nonce(),
    'www-authenticate': `DPoP error="invalid_token", error_description="${description}"`,
    'access-control-expose-headers': 'DPoP-Nonce, WWW-Authenticate',
  });
}

/** Whether the call may use its token in this way and at this host; a response ends the call. */
export function checkToken(proofs: Proofs, call: Call): PlatformResponse | undefined {
  const { token } = call;
  if (token?.kind !== 'access' || /^\/(oauth\/|xrpc\/app\.bsky\.video\.getJobStatus)/.test(call.path)) return undefined;
  const note = token.note ?? '';
  const isService = note.startsWith('service ');
  if (isService !== (call.host === 'video'))
    return failure(
      isService ? 400 : 401,
      'InvalidToken',
      isService ? 'Token could not be verified' : 'A service token is needed',
    );
  if (isService || !note.startsWith('oauth ')) {
    const isBearer = /^Bearer /i.test(call.headers.authorization ?? '');
    return isBearer ? undefined : failure(400, 'InvalidToken', 'Token could not be verified');
  }
  if (!/^DPoP /i.test(call.headers.authorization ?? ''))
    return invalidToken(proofs, 'The token is bound to a DPoP key');
  const proof = proofs.check(call, token.value);
  if ('thumbprint' in proof)
    return note.startsWith(`oauth ${proof.thumbprint} `) ? undefined : invalidToken(proofs, 'DPoP key mismatch');
  if (proof.problem !== 'nonce') return invalidToken(proofs, proof.problem);
  const message = 'Resource server requires nonce in DPoP proof';
  return json({ error: 'use_dpop_nonce', message }, 401, {
    'dpop-nonce': proofs.nonce(),
    'www-authenticate': `DPoP error="use_dpop_nonce", error_description="${message}"`,
    'access-control-expose-headers': 'DPoP-Nonce, WWW-Authenticate',
  });
}
