import type { AddressInfo } from 'node:net';
import { isLoopbackName } from './core/control/gate.ts';
import { openCore } from './core/core.ts';
import type { SimulatedPlatform } from './core/platform.ts';
import { buildServer } from './core/server.ts';
import { platforms as everyPlatform } from './platforms/index.ts';

export interface SimulatorOptions {
  /** Folder of the journal and the files; made when it is missing. One running simulator per folder. */
  readonly dataDir: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The address under which people reach it, without a slash at its end; it stands in permalinks. Default: the call's own. */
  readonly publicUrl?: string;
  /**
   * The bearer token of the control API, the receivers and the page. This machine needs none, unless a proxy passes its
   * request on. Required when `host` is not a loopback address.
   */
  readonly token?: string | undefined;
  /** Simulated platforms beside the usual ones: tests bring their own. */
  readonly morePlatforms?: readonly SimulatedPlatform[];
  /** Gets one line when the simulator listens. */
  readonly log?: (line: string) => void;
  /** Gets one line about what was wrong and was mended. Default: standard error. */
  readonly warn?: (line: string) => void;
}

export interface RunningSimulator {
  /** Base URL without a slash at its end, e.g. `http://127.0.0.1:43117`. */
  readonly url: string;
  close(): Promise<void>;
}

export { journalFault } from './core/world/journal-file.ts';

/**
 * Starts the simulator of every platform. What it answered is on disk; a kill at any time loses nothing of it.
 * @throws JournalDamaged
 */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { dataDir, port = 0, host = '127.0.0.1', publicUrl, token, morePlatforms = [], log, warn } = options;
  if (token === undefined && !isLoopbackName(host))
    throw new Error(`${host} is open to other machines, so the control API needs OPERATOR_TOKEN`);
  const isReplaced = ({ name }: SimulatedPlatform) => morePlatforms.some((other) => other.name === name);
  const platforms = [...everyPlatform.filter((platform) => !isReplaced(platform)), ...morePlatforms];
  let url = '';
  const core = openCore(dataDir, platforms, () => url, publicUrl, warn);
  const app = await buildServer(core, platforms, token);
  try {
    await app.listen({ port, host });
  } catch (error) {
    core.close();
    throw error;
  }
  const address = app.server.address() as AddressInfo;
  const isWildcard = ['0.0.0.0', '::'].includes(address.address);
  const name = isWildcard ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  url = `http://${name}:${address.port}`;
  core.callbacks.start();
  log?.(`The simulator listens on ${url}`);
  return {
    url,
    async close() {
      core.held.close();
      await app.close();
      core.close();
    },
  };
}
