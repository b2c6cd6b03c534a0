import { join } from 'node:path';
import type { Logger } from 'pino';
import { openMediaAnalysis } from '../adapters/ai/media-analysis.ts';
import { openFiles } from '../adapters/files/file-storage.ts';
import { openOutbound } from '../adapters/http/http-clients.ts';
import { openIntentJournal } from '../adapters/intents/intent-journal.ts';
import { openIntentLocation } from '../adapters/intents/intent-location.ts';
import { createMail } from '../adapters/mail.ts';
import { saveConfiguredApps } from '../adapters/platform-access.ts';
import { openSharedCache } from '../adapters/shared-cache.ts';
import { createStripePayments } from '../adapters/stripe.ts';
import { callbackUrlOf } from '../config/callback-url.ts';
import type { Config } from '../config/config.ts';
import { connectors as everyConnector } from '../connectors/index.ts';
import type { Connectors } from '../core/context.ts';
import { openDatabase } from '../db/database.ts';
import { makePrivateFolder } from '../lib/private-folder.ts';
import { createObserver } from '../observability/observer.ts';
import { watchRoom } from '../observability/room-watch.ts';
import { simulatedStripe } from '../sandbox/simulated-payments.ts';
import { createWorldClocks } from '../sandbox/world-clocks.ts';
import { createWorlds } from '../sandbox/worlds.ts';
import { createLinkSigner } from '../secrets/link-signer.ts';
import { operatorTokenOf } from '../secrets/operator-token.ts';
import { createVault, type MasterKeys } from '../secrets/vault.ts';
import { installation } from '../suspensions/index.ts';

/** Connections of each of the two pools beyond those of the requests that have a turn: for files, pages and workers. */
const CONNECTIONS_MORE = 2;

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly secretsKey: Buffer | MasterKeys;
  /** undefined: test tenants have no platforms to call. */
  readonly simulatorUrl: string | undefined;
  /** Why there is no simulator. */
  readonly simulatorFault?: string | undefined;
  readonly log: Logger;
  /** Default: every platform that Hubbub supports. Tests bring others. */
  readonly connectors?: Connectors;
}

export type Resources = Awaited<ReturnType<typeof openResources>>;

/**
 * Opens the parts that everything else is built from: database, vault, files and HTTP clients.
 * `ownUrl`: the address that the service listens on; called only after it listens.
 */
export async function openResources(options: AppOptions, ownUrl: () => string) {
  const { config, log, simulatorUrl, simulatorFault, secretsKey, connectors = everyConnector } = options;
  const db = openDatabase({
    url: options.databaseUrl,
    poolerUrl: config.databasePoolerUrl,
    preparesStatements: config.preparesStatements,
    connectionsMax: config.requestsAtOnce + CONNECTIONS_MORE,
    requestSecondsMax: config.statementSeconds,
    log: (message, error) => log.warn({ err: error }, message),
  });
  const tracing =
    config.traces === undefined
      ? undefined
      : (await import('../observability/tracing.ts')).startTracing(config.traces, log);
  const observer = createObserver(log, tracing);
  const vault = createVault(secretsKey);
  const linkSigner = createLinkSigner(secretsKey);
  const operatorToken = operatorTokenOf(config);
  const uploadsFolder = join(config.dataDir, 'uploads');
  await makePrivateFolder(uploadsFolder);
  const analysisFolder = join(config.dataDir, 'analysis');
  await makePrivateFolder(analysisFolder);
  const room = await watchRoom(config.databaseUrl === undefined ? config.dataDir : undefined);
  const publicUrl = (path: string) => `${config.publicUrl ?? ownUrl()}${path}`;
  // Passkeys belong to a name, never to a number.
  const personUrl = (path: string) => publicUrl(path).replace('//127.0.0.1:', '//localhost:');
  const callbackUrl = () => callbackUrlOf(config, ownUrl());
  const cache = config.redisUrl === undefined ? undefined : openSharedCache(config.redisUrl, log);
  const files = await openFiles(config, linkSigner, publicUrl);
  const clocks = createWorldClocks();
  const simulator = simulatorUrl === undefined ? undefined : { simulatorUrl, operatorToken };
  const worlds =
    simulator && createWorlds({ db, vault, connectors, simulator, clocks, callbackUrl, cell: config.cell });
  const access = { simulatorUrl, worlds, clocks };
  const outbound = openOutbound(config, access, vault, { storage: files.storage, folder: uploadsFolder }, observer);
  const { customers, sessions } = outbound;
  const analysis = openMediaAnalysis({
    settings: config.ai,
    simulatorUrl,
    allowPrivateNetwork: config.allowPrivateNetwork,
    userAgent: config.userAgent,
    storage: files.storage,
    folder: analysisFolder,
  });
  const simulated = simulatedPayments(options);
  const stripe = config.stripe ?? simulated;
  const intents = openIntentJournal({
    location: await openIntentLocation(config.intentJournal, config, { isRead: false }),
    epoch: async () => (await installation.find(db.system)).epoch,
    log,
  });
  await saveConfiguredApps(db, vault, config.platformApps);

  return {
    config,
    log,
    connectors,
    simulatorUrl,
    simulatorFault,
    simulator,
    worlds,
    secretsKey,
    operatorToken,
    db,
    vault,
    linkSigner,
    room,
    observer,
    /** undefined: no traces are made. */
    tracing,
    files,
    uploadsFolder,
    customers,
    sessions,
    intents,
    analysis,
    /** undefined: no mail is sent. */
    mail: config.smtp && createMail(config.smtp),
    /** undefined: nothing is sold here. */
    payments: stripe && createStripePayments(stripe, config.userAgent),
    /** Where the simulated payments tell what happened; undefined: they are not in use. */
    simulatedPaymentsSecret: config.stripe === undefined ? simulated?.webhookSecret : undefined,
    cache,
    /** Where a simulator calls us back. */
    callbackUrl,
    /** An address of ours, as everybody reaches it. */
    publicUrl,
    /** A page for people, as their browsers reach it. */
    personUrl,
    /** The tools that connect simulated accounts. Throws without a simulator. */
    simulatorTools() {
      if (simulator === undefined || worlds === undefined) throw new Error(simulatorFault ?? 'there is no simulator');
      return { db, vault, connectors, sessions, simulator, worlds };
    },
    async close() {
      room.close();
      cache?.close();
      await analysis.close();
      await outbound.close();
      files.storage.close();
      await intents.close();
      await db.close();
      await tracing?.close();
    },
  };
}

/** A service for this machine alone sells through the simulator, so that plans can be tried. Elsewhere that would give them away. */
function simulatedPayments({ config, simulatorUrl, secretsKey }: AppOptions) {
  if (!config.isPrivate || config.simulator === 'off' || simulatorUrl === undefined) return undefined;
  const [key = Buffer.alloc(0)] = typeof secretsKey === 'function' ? secretsKey() : [secretsKey];
  return simulatedStripe(simulatorUrl, key);
}
