import type { Runner } from '../db/query.ts';

/** Keeps everything of these tenants back that acts outwards. `since`: from when the platforms are looked up. */
export async function holdTenants(
  _tx: Runner,
  _tenantIds: readonly string[],
  _reason: 'import' | 'export',
  _since: string,
): Promise<void> {}
