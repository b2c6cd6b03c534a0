import type { Connectors } from '../core/context.ts';
import type { Files } from '../core/files.ts';
import { mediaLimitsFor } from '../core/limits.ts';
import type { Observer } from '../core/observing/observer.ts';
import type { Platform } from '../core/platforms.ts';
import type { Database } from '../db/database.ts';
import { type ActionTools, type Intents, type Job, leases } from '../engine/index.ts';
import { openSession, refreshSession, type SessionSource } from '../features/accounts/index.ts';
import { commentChangeAction, privateReplyAction, replyAction } from '../features/comments/index.ts';
import { messageAction } from '../features/conversations/index.ts';
import { resolveMedia } from '../features/media/index.ts';
import { mentionReplyAction } from '../features/mentions/index.ts';
import { changeAction } from '../features/platform-endpoints/index.ts';
import { editAction, firstCommentAction, publishAction, removeAction, segmentAction } from '../features/posts/index.ts';
import { reviewReplyAction } from '../features/reviews/index.ts';
import { templateAction } from '../features/whatsapp/index.ts';
import { createLog } from '../observability/logger.ts';
import { createObserver } from '../observability/observer.ts';

/** Everything that is done to platforms, by the names in the column `kind`. */
export const ACTIONS: ActionTools['actions'] = {
  publish: publishAction,
  segment: segmentAction,
  first_comment: firstCommentAction,
  remove: removeAction,
  edit: editAction,
  reply: replyAction,
  change: changeAction,
  template: templateAction,
  message: messageAction,
  comment_change: commentChangeAction,
  private_reply: privateReplyAction,
  mention_reply: mentionReplyAction,
  review_reply: reviewReplyAction,
};

export interface ActionToolsOptions {
  readonly db: Database;
  readonly connectors: Connectors;
  readonly sessions: Parameters<typeof openSession>[0];
  readonly files: Files;
  readonly observer: Observer;
  readonly intents: Intents;
  readonly lookupDelayFactor: number;
}

/** Binds the engine to the actions, the connectors and the sessions and files of accounts. */
export function createActionTools(options: ActionToolsOptions): ActionTools {
  const { db, connectors, sessions, files, intents, observer, lookupDelayFactor } = options;
  const connectorOf = (platform: string) => {
    const connector = connectors[platform as Platform];
    if (connector === undefined) throw new Error(`there is no connector for ${platform}`);
    return connector;
  };
  return {
    actions: ACTIONS,
    connectors,
    tenantDatabase: (id) => db.tenant(id),
    batcher: db.batcher,
    openSession: async (job, lease) => openSession(sessions, connectorOf(job.platform), sourceOf(job), lease),
    refresh: (job, session) =>
      refreshSession(db.tenant(job.tenantId), sessions, connectorOf(job.platform), sourceOf(job), session),
    pauseApp: (platform, appId, seconds) => leases.pauseApp(db.system, platform, appId, seconds),
    resolveMedia: (job, items, isInDoubt, options = {}) => {
      const { platform } = job;
      const limits = mediaLimitsFor(connectorOf(platform).limits, options);
      return resolveMedia(db.tenant(job.tenantId), files, job.tenantId, items, {
        isReconciling: isInDoubt,
        limits,
        platform,
      });
    },
    observer,
    intents,
    lookupDelayFactor,
  };
}

/** The engine's tools for those who only settle actions, such as the operator's commands: they call no platform. */
export function createSettlingTools(db: Database, connectors: Connectors): ActionTools {
  const reject = async () => {
    throw new Error('no platform is called here');
  };
  return {
    actions: ACTIONS,
    connectors,
    tenantDatabase: (id) => db.tenant(id),
    batcher: db.batcher,
    openSession: reject,
    refresh: reject,
    pauseApp: reject,
    resolveMedia: reject,
    observer: createObserver(createLog({ level: 'silent' })),
    intents: { note: reject, settled: () => {} },
    lookupDelayFactor: 1,
  };
}

function sourceOf(job: Job): SessionSource {
  const { platformId, username, metadata, credentials } = job.account;
  return {
    tenantId: job.tenantId,
    world: job.world,
    accountId: job.accountId,
    platformId,
    username,
    metadata,
    credentials,
  };
}
