import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { SettingError } from '../config/env.ts';
import { compact } from '../lib/compact.ts';
import { lockFolder } from '../lib/folder-lock.ts';
import { operatorTokenOf } from '../secrets/operator-token.ts';

interface OpenedSimulator {
  readonly simulatorUrl: string | undefined;
  readonly simulatorFault: string | undefined;
  readonly close: () => Promise<void>;
}

/** The simulator that test tenants use. A simulator that cannot start never stops the service. */
export async function openSimulator(config: Config, log: Logger): Promise<OpenedSimulator> {
  const close = async () => {};
  if (config.simulatorUrl !== undefined) return { simulatorUrl: config.simulatorUrl, simulatorFault: undefined, close };
  try {
    const own = await startOwnSimulator(config, (line) => log.warn(`simulator: ${line}`));
    return { simulatorUrl: own.url, simulatorFault: undefined, close: own.close };
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const { message } = error as Error;
    log.error(`the simulator is not running: ${message}`);
    return { simulatorUrl: undefined, simulatorFault: message, close };
  }
}

/** The simulator of this data folder, inside this process, as openSimulator says. Throws SettingError when another process runs it. */
export async function startOwnSimulator(
  config: Config,
  warn?: (line: string) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const lock = await lockFolder(config.dataDir);
  if (lock === undefined) {
    throw new SettingError(
      'DATA_DIR',
      `${config.dataDir} is in use by another Hubbub. Set DATA_DIR to another folder, or let several processes share one simulator with SIMULATOR_URL.`,
    );
  }
  // Loaded only here, because a service with an external simulator starts in half the time without it.
  const { startSimulator } = await import('../../../simulator/src/index.ts');
  const options = {
    dataDir: join(config.dataDir, 'simulator'),
    token: operatorTokenOf(config),
    ...compact({ publicUrl: simulatorPagesUrl(config), warn }),
  };
  const simulator = await startSimulator(options).catch(async (error) => {
    await lock.release();
    throw error;
  });
  return {
    url: simulator.url,
    async close() {
      await simulator.close();
      await lock.release();
    },
  };
}

/** Where people find the simulator, restart after restart; undefined when the port is another one each time. */
function simulatorPagesUrl({ publicUrl, host, port }: Config): string | undefined {
  if (publicUrl !== undefined) return `${publicUrl}/simulator`;
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === 0 ? undefined : `http://${['0.0.0.0', '[::]'].includes(name) ? '127.0.0.1' : name}:${port}/simulator`;
}
