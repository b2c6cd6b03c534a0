import { createHmac } from 'node:crypto';
import { createPlatformAccess } from '../adapters/platform-access.ts';
import { APP_SETTINGS, WINDOW_SETTINGS } from '../config/platform-apps.ts';
import type { PlatformAccess } from '../core/connecting/platform-access.ts';
import { ApiError, invalid } from '../core/errors.ts';
import type { CursorCodec, LiveCalls, Tools } from '../core/tools.ts';
import { createEventWatch } from '../features/events/index.ts';
import { stopWorkspace } from '../features/users/index.ts';
import { createAskPlatform, createReadMetrics, createRefreshComments } from '../inbound/index.ts';
import { createCursorSigner } from '../lib/cursor.ts';
import { hostsBelow, NO_SIMULATOR } from '../sandbox/simulated-accounts.ts';
import { worldUrl } from '../sandbox/simulator-control.ts';
import { asUnavailable } from '../sandbox/worlds.ts';
import type { MasterKeys } from '../secrets/vault.ts';
import type { Resources } from './resources.ts';

/** The tools of every operation's context. */
export function createTools(resources: Resources, wake: Tools['wake']): Tools {
  const { db, vault, files, customers, sessions, worlds } = resources;
  return {
    cell: resources.config.cell,
    cursors: createCursors(resources.secretsKey),
    callCustomer: customers.callCustomer,
    urlProblem: customers.rejectUrl,
    vault,
    openMedia: ({ world }, media, lease) => sessions.openMedia(world, media, lease),
    files,
    wake,
    newEvents: createEventWatch(db.system),
    platforms: createPlatforms(resources),
    personUrl: resources.personUrl,
    mail: resources.mail,
    payments: resources.payments,
    async stopWorkspace(workspaceId) {
      await stopWorkspace(db, workspaceId);
      for (const worker of ['publish', 'revocations', 'billing']) wake(worker);
    },
    async advanceSimulator({ world }, aheadSeconds) {
      if (world !== null) await worlds?.advance(world.id, aheadSeconds);
    },
    worldUrl: createWorldUrl(resources),
  };
}

/** The calls of operations that ask a platform while the request waits. */
export function createLiveCalls(
  { db, connectors, sessions }: Resources,
  onFault: (summary: string, error: unknown) => void,
): LiveCalls {
  const reading = { db, connectors, sessions };
  return {
    readMetrics: createReadMetrics(reading),
    ask: createAskPlatform(reading),
    refreshComments: createRefreshComments(reading, (error) => onFault('comments could not be refreshed', error)),
  };
}

function createCursors(secretsKey: Buffer | MasterKeys): CursorCodec {
  const [key = Buffer.alloc(0)] = typeof secretsKey === 'function' ? secretsKey() : [secretsKey];
  const signer = createCursorSigner(createHmac('sha256', key).update('cursors').digest());
  return {
    encode: signer.encode,
    decode(tenantId, scope, cursor) {
      const position = signer.decode(tenantId, scope, cursor);
      if (position === undefined)
        throw invalid('cursor', 'The cursor is not one of this list. Send it unchanged, with the same filters.');
      return position;
    },
  };
}

/** The address of a world as browsers and customers reach it. */
function worldForBrowsers({ config, publicUrl, simulatorUrl }: Resources, worldId: string): string {
  const base = config.isSimulatorOpen ? publicUrl('/simulator') : (simulatorUrl ?? NO_SIMULATOR);
  return worldUrl(base, worldId);
}

function createWorldUrl(resources: Resources): Tools['worldUrl'] {
  const { worlds, simulatorFault } = resources;
  return async ({ id }) => {
    if (worlds === undefined)
      throw new ApiError('unavailable', simulatorFault ?? 'The simulator is not running.', { retry_after: 60 });
    await worlds.ready(id).catch((error: unknown) => {
      throw asUnavailable(error, 'The simulator is not reachable right now.');
    });
    return worldForBrowsers(resources, id);
  };
}

function createPlatforms(resources: Resources): PlatformAccess {
  const { config, db, vault, connectors, sessions, worlds, publicUrl } = resources;
  return createPlatformAccess({
    db,
    vault,
    connectors,
    sessions,
    appSettings: (platform) => APP_SETTINGS[platform] ?? [],
    windowSettings: (platform) => Object.values(WINDOW_SETTINGS[platform] ?? {}).slice(0, 1),
    windowSetup: (platform) => config.windowSetups[platform] ?? {},
    publicUrl: () => publicUrl(''),
    simulatedApp: async ({ id }, platform) => worlds?.app(id, platform),
    simulatedBrowserHosts: (world, connector) => hostsBelow(worldForBrowsers(resources, world.id), connector),
  });
}
