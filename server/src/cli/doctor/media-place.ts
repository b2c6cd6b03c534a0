import type { Config } from '../../config/config.ts';
import type { Runner } from '../../db/query.ts';
import { mediaPlaceFault } from '../../startup/media-place.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Whether the configured folder or store is where the media of this database are. */
export async function checkMediaPlace(config: Config, system: Runner): Promise<Finding> {
  const fault = await mediaPlaceFault(config, system);
  if (fault === undefined) return ok('media place', 'belongs to this database');
  return wrong('media place', fault.detail, fault.remedy);
}
