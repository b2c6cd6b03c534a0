import type { FastifyInstance } from 'fastify';
import { VERSION } from '../config/version.ts';
import type { Tools } from '../core/tools.ts';
import { readersOf } from '../execute/audited.ts';
import { createAuthenticate } from '../http/authenticate.ts';
import { addCallbacks } from '../http/callbacks/callbacks.ts';
import { addDocumentation } from '../http/documentation.ts';
import { addEventStreams } from '../http/event-streams.ts';
import { checkHosts, createExposure, type Exposure } from '../http/exposure.ts';
import { addGuide } from '../http/guide/routes.ts';
import { addHealth } from '../http/health.ts';
import { SHED } from '../http/limits/bounds.ts';
import { createInWork } from '../http/limits/in-work.ts';
import { createPace } from '../http/limits/pace.ts';
import { limitPages } from '../http/limits/page-limit.ts';
import { createRequestLimits } from '../http/limits/request-limits.ts';
import { addMediaFiles } from '../http/media-files.ts';
import { mount } from '../http/mount.ts';
import { observeRequests } from '../http/observing/observe-requests.ts';
import { toOpenApi } from '../http/openapi/document.ts';
import { addReviewPages } from '../http/pages/review-routes.ts';
import { addConnectingPages } from '../http/pages/routes.ts';
import { rejectWritesWhenLow } from '../http/reject-writes.ts';
import { addSessions } from '../http/sessions/routes.ts';
import { addSimulatorPages } from '../http/simulator-pages.ts';
import { addStartPage } from '../http/start-page.ts';
import type { Lane } from '../http/turns/lane.ts';
import type { Turns } from '../http/turns/turns.ts';
import { addUploads } from '../http/uploads.ts';
import { isLoopbackName } from '../lib/loopback.ts';
import type { createFaultLog } from '../observability/error-log.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import { operations } from '../operations.ts';
import type { WorkerRunner } from '../workers/index.ts';
import { createPeopleTools } from './people-tools.ts';
import type { Resources } from './resources.ts';
import { createLiveCalls } from './tools.ts';

/** Parts that requests and workers share. */
export interface Shared {
  readonly resources: Resources;
  readonly tools: Tools;
  readonly faults: ReturnType<typeof createFaultLog>;
  /** Empty until the workers start. */
  readonly runners: Map<string, WorkerRunner>;
  readonly turns: Turns;
  readonly lane: Lane;
  readonly metrics: Metrics;
}

/** The requests that a process answers: all, or only those for health and metrics where it works on due rows. */
export async function addRoutes(server: FastifyInstance, shared: Shared): Promise<void> {
  const { resources, runners, metrics } = shared;
  const { config, db, room, intents, operatorToken } = resources;
  const exposed = {
    isPrivate: config.isPrivate,
    isLoopback: isLoopbackName(config.host),
    publicUrl: config.publicUrl,
    operatorToken,
  };
  observeRequests(server, { log: resources.log, spans: resources.tracing, ended: metrics.requestEnded });
  const exposure = createExposure(exposed);
  checkHosts(server, exposed);
  limitPages(server, exposure);
  if (config.role !== 'worker') await addApi(server, shared, exposure);
  const { metricsToken } = config;
  addHealth(server, { db, runners, room, metrics, intents, metricsToken, exposure });
}

const documents = new Map<string, string>();

/** The OpenAPI document as text. It takes 200 ms of CPU: made for its first reader, and shared by the services of a process. */
function documentAt(root: string): string {
  const text = documents.get(root) ?? JSON.stringify(toOpenApi(operations, VERSION, root));
  documents.set(root, text);
  return text;
}

async function addApi(
  server: FastifyInstance,
  { resources, tools, faults, turns, lane }: Shared,
  exposure: Exposure,
): Promise<void> {
  const { config, db, connectors, vault, files, linkSigner, uploadsFolder, room, simulatorUrl, operatorToken } =
    resources;
  const authenticate = createAuthenticate(db.system, { publicUrl: config.publicUrl });
  const limits = createRequestLimits(config.requestLimits, resources.cache);
  const surface = {
    environment: {
      tenantDatabase: (id: string) => db.request(id),
      cache: resources.cache,
      connectors,
      tools,
      live: createLiveCalls(resources, faults.of),
      readers: readersOf(operations),
      operations: new Map(operations.map((operation) => [operation.name, operation])),
    },
    authenticate,
    identify: limits.identifyWith(authenticate),
    turns,
    shedding: createPace(SHED),
    inWork: createInWork(),
    onFault: faults.ofRequest,
  };
  limits.addTo(server);
  rejectWritesWhenLow(server, room);
  mount(server, operations, surface);
  addEventStreams(server, operations, { ...surface, streamsPerTenantMax: config.streamsPerTenant });
  await addUploads(server, operations, { ...surface, folder: uploadsFolder });
  await addMediaFiles(server, { ...surface, db, files, signer: linkSigner });
  addSessions(server, {
    site: { publicUrl: config.publicUrl },
    people: createPeopleTools(resources),
    oidc: config.oidc,
    onFault: faults.ofRequest,
  });
  addReviewPages(server, { ...surface, system: db.system, site: { publicUrl: config.publicUrl } });
  addGuide(server);
  addStartPage(server, VERSION, config.simulator !== 'off');
  addDocumentation(server, () => documentAt(config.publicUrl === undefined ? '/' : new URL(config.publicUrl).pathname));
  const { wake, platforms, payments } = tools;
  const { cell, cellPeers } = config;
  await addCallbacks(server, {
    db,
    connectors,
    vault,
    wake,
    lane,
    payments,
    cell,
    cellPeers,
    publicUrl: platforms.publicUrl,
  });
  addConnectingPages(server, {
    db,
    connectors,
    tools,
    signer: linkSigner,
    isSecure: config.publicUrl?.startsWith('https:') === true,
    onFault: faults.ofRequest,
  });
  if (config.simulator !== 'off')
    await addSimulatorPages(server, {
      simulatorUrl: () => simulatorUrl,
      fault: resources.simulatorFault,
      openness: config.simulator,
      exposure,
      operatorToken,
      publicUrl: config.publicUrl,
      ready: async (worldId) => resources.worlds?.ready(worldId),
      forget: (worldId) => resources.worlds?.forget(worldId),
    });
}
