import { createHmac } from 'node:crypto';
import type { RemovedAccess } from '../../core/inbound/callbacks.ts';
import type { Runner } from '../../db/query.ts';
import * as erasures from './erasure.repository.ts';

interface Asked {
  /** The id of a world; null: live tenants. */
  readonly world: string | null;
  readonly platform: string;
  readonly clientSecret: string;
}

/**
 * Notes that a person wants everything erased. Returns the confirmation code, with which they see the state. A repeated
 * callback has the same code.
 */
export async function requestErasure(
  system: Runner,
  { world, platform, clientSecret }: Asked,
  { platformId: personId, at }: RemovedAccess,
): Promise<string> {
  const facts = JSON.stringify([world ?? 'live', platform, personId, at]);
  const code = `del_${createHmac('sha256', clientSecret).update(facts).digest('hex').slice(0, 32)}`;
  await erasures.request(system, { code, world, platform, personId });
  return code;
}
