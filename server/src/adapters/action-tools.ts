import type { Connectors } from './core/context.ts';
import type { Files } from './core/files.ts';
import { mediaLimitsFor } from './core/limits.ts';
import type { Platform } from './core/platforms.ts';
import type { Database } from './db/database.ts';
import { openSession, refreshSession, type SessionSource } from './features/accounts/index.ts';
import { type ActionTools, type Job, leases } from './features/actions/index.ts';
import { replyKind } from './features/comments/index.ts';
import { resolveMedia } from './features/media/index.ts';
import { changeKind } from './features/platform-endpoints/index.ts';
import { editKind, firstCommentKind, publishKind, removeKind, segmentKind } from './features/posts/index.ts';
import { templateKind } from './features/whatsapp/index.ts';

/** Everything that is done to platforms, by the names in the ledger. */
export const ACTION_KINDS: ActionTools['kinds'] = {
  publish: publishKind,
  segment: segmentKind,
  first_comment: firstCommentKind,
  remove: removeKind,
  edit: editKind,
  reply: replyKind,
  change: changeKind,
  template: templateKind,
};

export interface ActionToolsOptions {
  readonly db: Database;
  readonly connectors: Connectors;
  readonly sessions: Parameters<typeof openSession>[0];
  readonly files: Files;
  readonly lookDelayFactor: number;
}

/** What actions are made with: their kinds, the platforms, sessions and files of accounts. */
export function createActionTools(options: ActionToolsOptions): ActionTools {
  const { db, connectors, sessions, files, lookDelayFactor } = options;
  const connectorOf = (platform: string) => {
    const connector = connectors[platform as Platform];
    if (connector === undefined) throw new Error(`there is no connector for ${platform}`);
    return connector;
  };
  return {
    kinds: ACTION_KINDS,
    connectors,
    tenantDatabase: (id) => db.tenant(id),
    openSession: async (job, lease) => openSession(sessions, connectorOf(job.platform), sourceOf(job), lease),
    refresh: (job, session) =>
      refreshSession(db.tenant(job.tenantId), sessions, connectorOf(job.platform), sourceOf(job), session),
    pauseApp: (platform, appId, seconds) => leases.pauseApp(db.system, platform, appId, seconds),
    resolveMedia: (job, items, isInDoubt, options = {}) => {
      const { platform } = job;
      const limits = mediaLimitsFor(connectorOf(platform).limits, options);
      return resolveMedia(db.tenant(job.tenantId), files, job.tenantId, items, { isInDoubt, limits, platform });
    },
    lookDelayFactor,
  };
}

function sourceOf(job: Job): SessionSource {
  const { platformId, username, metadata, credentials } = job.account;
  return {
    tenantId: job.tenantId,
    mode: job.mode,
    accountId: job.accountId,
    platformId,
    username,
    metadata,
    credentials,
  };
}
