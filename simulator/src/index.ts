import type { AddressInfo } from 'node:net';
import { reportFault } from './core/calls/report-fault.ts';
import { isLoopbackName } from './core/control/gate.ts';
import type { SimulatedPlatform } from './core/platform.ts';
import { buildServer } from './core/server.ts';
import { warnOnStderr } from './core/world/journal.ts';
import { Worlds } from './core/worlds/worlds.ts';
import { platforms as everyPlatform } from './platforms/index.ts';

export interface SimulatorOptions {
  /** Folder of the worlds; made when it is missing. One running simulator per folder. */
  readonly dataDir: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The address under which people reach it, without a slash at its end; it stands in permalinks, before the world. Default: the call's own. */
  readonly publicUrl?: string;
  /**
   * The operator's bearer token, for the list of worlds. This machine needs none, unless a proxy passes its request on.
   Required when `host` is not a loopback address.
   */
  readonly token?: string | undefined;
  /** A world, made at once, that every address is in which names none. For clients that can only be given an origin. */
  readonly originWorld?: string;
  /** How long nobody may have used a world before it sleeps, in ms. Default: five minutes. */
  readonly idleMs?: number;
  /** What the rows of a world may count: the bytes of their JSON, and 512 for each row. Default: 32 MiB. */
  readonly worldBytesMax?: number;
  /** Simulated platforms beside the usual ones: tests bring their own. */
  readonly morePlatforms?: readonly SimulatedPlatform[];
  /** Gets one line when the simulator listens. */
  readonly log?: (line: string) => void;
  /** Gets one line about what was wrong and was mended. Default: standard error. */
  readonly warn?: (line: string) => void;
}

export interface RunningSimulator {
  /** Base URL without a slash at its end, e.g. `http://127.0.0.1:43117`. The world comes after it. */
  readonly url: string;
  close(): Promise<void>;
}

export { journalFault } from './core/worlds/journal-fault.ts';

/**
 * Starts the simulator of every platform. What it answered is on disk; a kill at any time loses nothing of it. A world
 * whose journal is damaged answers 503.
 * @throws when the journal of `originWorld` is damaged
 */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const {
    dataDir,
    port = 0,
    host = '127.0.0.1',
    publicUrl,
    token,
    originWorld,
    idleMs = 5 * 60_000,
    morePlatforms = [],
    worldBytesMax,
    log,
    warn = warnOnStderr,
  } = options;
  if (token === undefined && !isLoopbackName(host))
    throw new Error(`${host} is open to other machines, so the control API needs OPERATOR_TOKEN`);
  const isReplaced = ({ name }: SimulatedPlatform) => morePlatforms.some((other) => other.name === name);
  const platforms = [...everyPlatform.filter((platform) => !isReplaced(platform)), ...morePlatforms];
  let url = '';
  const worlds = new Worlds({
    dataDir,
    platforms,
    ownUrl: () => url,
    publicUrl,
    originWorld,
    idleMs,
    warn,
    worldBytesMax,
  });
  if (originWorld !== undefined) await worlds.make(originWorld);
  const app = await buildServer(worlds, platforms, { token, originWorld });
  try {
    await app.listen({ port, host });
  } catch (error) {
    await worlds.close();
    throw error;
  }
  const address = app.server.address() as AddressInfo;
  const isWildcard = ['0.0.0.0', '::'].includes(address.address);
  const name = isWildcard ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  url = `http://${name}:${address.port}`;
  const woken = worlds.start().catch((error: unknown) => reportFault('waking the worlds', error));
  log?.(`The simulator listens on ${url}`);
  return {
    url,
    async close() {
      await app.close();
      await worlds.close();
      await woken;
    },
  };
}
