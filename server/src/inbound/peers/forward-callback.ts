import type { Runner } from '../../db/query.ts';
import * as forwards from './forward.repository.ts';

/** The header of a callback that comes from another cell. */
export const FORWARDED = 'x-hubbub-forwarded';

/** Headers of one connection; a proxy adds the last ones. */
const OF_CONNECTION =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|forwarded|via|x-forwarded-.*|x-real-ip)$/;

interface Received {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Stores a verified callback for the other cells, which may have the account too. Not one that names its cell, or comes
 * from a cell. Returns whether there is anything to send.
 */
export async function forwardCallback(
  system: Runner,
  peers: readonly string[],
  { path, headers, body }: Received,
): Promise<boolean> {
  if (peers.length === 0 || headers[FORWARDED] !== undefined || /[?&]cell=/.test(path)) return false;
  const kept = Object.entries(headers).filter(([name, value]) => !OF_CONNECTION.test(name) && value !== undefined);
  await forwards.store(system, peers, {
    path,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body,
  });
  return true;
}
