import type { Call } from '../../core/platform.ts';

/** The token of a call: a parameter or a header. */
export function tokenOf(call: Call): string | undefined {
  const bearer = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  return call.input('access_token') || bearer;
}
