import type { Config } from './config.ts';

/**
 * Where a simulator calls us back. One that several processes share must not depend on one of them, and a worker answers no
 * callbacks. Elsewhere it is the address that the process listens on, because the public one may not lead back here.
 */
export function callbackUrlOf({ simulatorUrl, role, publicUrl }: Config, ownUrl: string): string {
  return (simulatorUrl !== undefined || role === 'worker' ? publicUrl : undefined) ?? ownUrl;
}
