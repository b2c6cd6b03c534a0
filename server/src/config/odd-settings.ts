import { isLoopbackName } from '../lib/loopback.ts';
import type { Config } from './config.ts';

/** A setting that is valid and makes no sense beside the others. */
export interface OddSetting {
  readonly fault: string;
  /** A sentence. */
  readonly remedy: string;
}

export function oddSettings({ host, isPrivate, trustedProxies, requestLimits }: Config): OddSetting[] {
  const { perKeyMax, perAddressMax } = requestLimits;
  const odd: OddSetting[] = [];
  if (!isPrivate && isLoopbackName(host) && trustedProxies.length === 0)
    odd.push({
      fault: `PUBLIC_URL is public and HOST is ${host}, so a proxy passes the requests on, and all clients have its address`,
      remedy: `Set TRUSTED_PROXIES, such as ${host === '::1' ? '::1' : '127.0.0.1'}, or they share the limits of one address.`,
    });
  if (perAddressMax > 0 && (perKeyMax === 0 || perKeyMax > perAddressMax))
    odd.push({
      fault: `KEY_REQUESTS_PER_MINUTE is ${perKeyMax}${perKeyMax === 0 ? ' (any number)' : ''}, and ADDRESS_REQUESTS_PER_MINUTE ${perAddressMax}`,
      remedy: 'Make ADDRESS_REQUESTS_PER_MINUTE the larger of the two, or 0.',
    });
  return odd;
}
