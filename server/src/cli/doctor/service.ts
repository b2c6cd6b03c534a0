import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { readServiceRecord, type ServiceRecord } from '../../startup/pid-file.ts';
import { isReachable } from '../reach.ts';
import type { Store } from '../store.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The running service, if any, and the simulator. */
export async function checkService(
  config: Config,
  { service, isServed, isServedElsewhere }: Store,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const stray = isServed ? undefined : strayService(config);
  if (stray !== undefined) findings.push(stray);
  else if (service === undefined)
    findings.push(ok('service', isServedElsewhere ? 'runs with another data folder' : 'not running'));
  else if (await isReachable(`${service.url}/health/ready`)) findings.push(ok('service', `ready at ${service.url}`));
  else
    findings.push(
      wrong('service', `${service.url} is not ready`, `See ${service.url}/health/ready and the service's log.`),
    );
  return [...findings, await checkSimulator(config, service)];
}

/** A service that runs on this data folder, where these settings lead to a database that it does not use. */
export function strayService({ dataDir }: Config): Finding | undefined {
  const record = readServiceRecord(dataDir);
  if (record === undefined) return undefined;
  return wrong(
    'service',
    `the service at ${record.url} runs on ${dataDir}, but with another database`,
    'Give this command the DATA_DIR and the DATABASE_URL of the service.',
  );
}

/** Whether the simulator answers, and whether every world of this data folder can be read. */
async function checkSimulator(config: Config, service: ServiceRecord | undefined): Promise<Finding> {
  const url = config.simulatorUrl ?? service?.simulator_url;
  const isThere = url !== undefined && (await isReachable(`${url}/health`));
  if (config.simulatorUrl !== undefined)
    return isThere
      ? ok('simulator', `answers at ${url}`)
      : wrong('simulator', `${url} does not answer`, 'Start it, or correct SIMULATOR_URL.');
  const { journalFault } = await import('../../../../simulator/src/index.ts');
  const fault = await journalFault(join(config.dataDir, 'simulator'));
  if (fault !== undefined) return wrong('simulator', 'a journal cannot be read', fault);
  if (isThere) return ok('simulator', `answers at ${url}`);
  if (service === undefined) return ok('simulator', 'starts with the service');
  return wrong('simulator', url === undefined ? 'not running' : `${url} does not answer`, 'Start the service again.');
}
