import { buffer } from 'node:stream/consumers';
import { keyOf } from '../../../core/files.ts';
import type { Platform } from '../../../core/platforms.ts';
import { compact } from '../../../lib/compact.ts';
import { numbers } from '../../analytics/index.ts';
import type { Dataset, DatasetComment, DatasetDay, DatasetHead, DatasetItem, Logo } from '../dataset.ts';
import * as exportRows from '../export.repository.ts';
import { wallClock } from '../files/wall-clock.ts';
import * as heads from './head.repository.ts';
import * as itemRows from './item.repository.ts';
import type { ExportJob } from './job.repository.ts';
import type { ExportTools } from './tools.ts';

const ITEMS = 50;
const COMMENTS = 1000;
/** Without a range, the days of the last year. */
const DAYS_MAX = 365;
const DAY_MS = 86_400_000;

/** The stored content of an export, read page by page. */
export async function datasetOf(tools: ExportTools, job: ExportJob): Promise<Dataset> {
  const db = tools.db.tenant(job.tenantId);
  const head = await headOf(tools, job);
  return {
    head,

    async *items() {
      for (let position = 0; ; position += ITEMS) {
        const rows = await exportRows.itemsFrom(db, job.tenantId, job.id, position, ITEMS);
        yield* rows.map(toItem);
        if (rows.length < ITEMS) return;
      }
    },

    async *days(): AsyncGenerator<DatasetDay> {
      const { from, createdAt, tenantId, accountId } = job;
      const start = from ?? new Date(createdAt.getTime() - DAYS_MAX * DAY_MS);
      // `to` itself is left out, and so is a day that begins with it.
      const end = job.to === null ? createdAt : new Date(job.to.getTime() - 1);
      const { day: dayOf } = wallClock(head.brand.timezone);
      for (const { day, metrics } of await numbers.between(db, tenantId, accountId, dayOf(start), dayOf(end)))
        yield { date: day, metrics };
    },

    async *comments() {
      let after: readonly [number, number] = [-1, -1];
      for (;;) {
        const rows = await itemRows.commentsAfter(db, job, after, COMMENTS);
        yield* rows.map(toComment);
        const last = rows.at(-1);
        if (last === undefined || rows.length < COMMENTS) return;
        after = [last.item_position, last.position];
      }
    },
  };
}

async function headOf(tools: ExportTools, job: ExportJob): Promise<DatasetHead> {
  const db = tools.db.tenant(job.tenantId);
  const { account, brand, logo } = await heads.read(db, job.tenantId, job.accountId);
  const connector = tools.connectors[job.platform as Platform];
  const bytes = logo === null ? undefined : await logoOf(tools, job.tenantId, logo);
  return {
    exportId: job.id,
    createdAt: job.createdAt,
    account: compact({ ...account, platform: job.platform as Platform, platformName: connector?.displayName }),
    ...(connector?.archive && { holds: connector.archive.holds }),
    brand: compact({ ...brand, logo: bytes }),
    missing: job.missing,
  };
}

/** A logo that the storage has lost is left out. */
async function logoOf(
  { storage }: ExportTools,
  tenantId: string,
  { id, content_type }: heads.LogoRow,
): Promise<Logo | undefined> {
  const key = keyOf({ tenantId, id });
  if ((await storage.stat(key)) === undefined) return undefined;
  return { contentType: content_type, bytes: await buffer(await storage.read(key)) };
}

function toItem({ platform_id, content, metrics, transcript, vision }: exportRows.ItemRow): DatasetItem {
  const { text, createdAt, mediaUrl: _, ...rest } = content;
  return compact({
    platformId: platform_id,
    ...rest,
    description: text,
    createdAt: new Date(createdAt),
    metrics: metrics ?? {},
    transcript: transcript ?? undefined,
    vision: vision ?? undefined,
  });
}

function toComment(row: itemRows.CommentRow): DatasetComment {
  return compact({
    platformId: row.platform_id,
    itemPlatformId: row.item_platform_id,
    parentPlatformId: row.parent_platform_id ?? undefined,
    author: row.author,
    text: row.text,
    createdAt: row.created_at,
    likes: row.likes ?? undefined,
  });
}
