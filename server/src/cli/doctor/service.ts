import type { Config } from '../../config/config.ts';
import { isReachable } from '../reach.ts';
import type { Store } from '../store.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The running service, if any, and the simulator. */
export async function checkService(config: Config, { service, isServedElsewhere }: Store): Promise<Finding[]> {
  const simulatorUrl = config.simulatorUrl ?? service?.simulator_url;
  const findings: Finding[] = [];
  if (service === undefined)
    findings.push(ok('service', isServedElsewhere ? 'runs with another data folder' : 'not running'));
  else if (await isReachable(`${service.url}/health/ready`)) findings.push(ok('service', `ready at ${service.url}`));
  else
    findings.push(
      wrong('service', `${service.url} is not ready`, `See ${service.url}/health/ready and the service's log.`),
    );

  if (simulatorUrl === undefined) findings.push(ok('simulator', 'starts with the service'));
  else if (await isReachable(`${simulatorUrl}/health`)) findings.push(ok('simulator', `answers at ${simulatorUrl}`));
  else {
    const remedy =
      config.simulatorUrl === undefined ? 'Start the service again.' : 'Start it, or correct SIMULATOR_URL.';
    findings.push(wrong('simulator', `${simulatorUrl} does not answer`, remedy));
  }
  return findings;
}
