import type { Config } from '../../config/config.ts';
import type { Runner } from '../../db/query.ts';
import { mediaLocationFault } from '../../startup/media-location.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Whether the configured folder or store is where the media of this database are. */
export async function checkMediaLocation(config: Config, system: Runner): Promise<Finding> {
  const fault = await mediaLocationFault(config, system);
  if (fault === undefined) return ok('media location', 'belongs to this database');
  return wrong('media location', fault.detail, fault.remedy);
}
