import { z } from 'zod';
import { type Metrics as Numbers, POST_METRICS } from '../../core/analytics/metrics.ts';
import type { PlatformContext } from '../../core/context.ts';
import { Target } from '../../core/events/target.ts';
import { EXAMPLE_AT } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { queryBool } from '../../core/page.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { type Platform, PlatformWord } from '../../core/platforms.ts';
import { findPost, type TargetRow } from '../posts/index.ts';
import * as numbers from './days.repository.ts';

const number = z.number().int();

const Metrics = z
  .object({
    likes: number,
    comments: number,
    shares: number,
    saves: number,
    extra: z.record(z.string(), z.number()).meta({ description: 'Further counters by name, such as views' }),
    unknown: z
      .array(z.enum(['likes', 'comments', 'shares', 'saves']))
      .meta({ description: 'Those that the platform does not tell; they are shown as 0' }),
  })
  .meta({ id: 'PostMetrics' });

const Snapshot = z
  .object({
    taken_at: z.string(),
    metrics: z.object(Object.fromEntries(POST_METRICS.map((name) => [name, number.optional()]))),
  })
  .meta({ id: 'MetricsSnapshot' });

const TargetMetrics = z
  .object({
    account_id: z.string(),
    platform: PlatformWord,
    status: Target.shape.status,
    platform_post_id: z.string().optional(),
    metrics: Metrics.optional(),
    source: z.enum(['live', 'stored']).optional().meta({ description: 'Read just now, or at `metrics_synced_at`' }),
    metrics_synced_at: z.string().optional(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    history: z
      .array(Snapshot)
      .optional()
      .meta({ description: 'The newest 500 changes of the numbers, the oldest first' }),
  })
  .meta({ id: 'TargetMetrics' });
type TargetMetrics = z.infer<typeof TargetMetrics>;

const HISTORY_MAX = 500;

export const getPostMetrics = defineOperation({
  name: 'get_post_metrics',
  summary: 'Get metrics of a post',
  description:
    'Reads the counters of each copy from its platform, or with `source=stored` as they were last read. It is free. When a platform does not answer, its target has the stored counters and an `error`; the request still succeeds. Targets without counters stay in the list, with the reason. An unknown post is 404 `not_found`.',
  example: {
    output: {
      data: {
        targets: [
          {
            status: 'published',
            platform_post_id: 'example-post',
            metrics: { likes: 48, comments: 1, shares: 3, saves: 5, extra: { views: 920 }, unknown: [] },
            source: 'live',
            metrics_synced_at: EXAMPLE_AT,
          },
        ],
      },
    },
  },
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/metrics', status: 200 },
  scope: 'posts:read',
  callsPlatform: true,
  input: z.strictObject({
    post_id: z.string().min(1).max(500).meta({ description: 'Our id, or the id of a copy on its platform' }),
    source: z.enum(['live', 'stored']).default('live').meta({
      description: '`live` asks the platforms; where one does not answer, the stored numbers are shown',
    }),
    history: queryBool
      .optional()
      .meta({ wire: { type: 'boolean', default: false }, description: 'true adds `history`' }),
  }),
  output: z.object({ data: z.object({ post_id: z.string(), targets: z.array(TargetMetrics) }) }),
  rejects: ['conflict'],

  async run(ctx, { post_id: id, source, history }) {
    const post = await findPost(ctx, id);
    const stored = await numbers.ofPosts(ctx.db, ctx.tenant.id, { postId: post.id, limit: TARGETS_MAX });
    const targets = (post.targets ?? []).map(async (target) => {
      const own = stored.find((one) => one.account_id === target.account_id && one.platform_id === target.platform_id);
      const shown = source === 'live' ? await liveOrStored(ctx, target, own) : fromStore(ctx, target, own);
      if (history !== true || target.platform_id === null) return shown;
      const copy = { accountId: target.account_id, platformId: target.platform_id };
      const snapshots = await numbers.snapshotsOf(ctx.db, ctx.tenant.id, copy, HISTORY_MAX);
      return {
        ...shown,
        history: snapshots.map(({ taken_at, metrics }) => ({ taken_at: taken_at.toISOString(), metrics })),
      };
    });
    return { data: { post_id: post.id, targets: await Promise.all(targets) } };
  },
});

/** More targets than any post has. */
const TARGETS_MAX = 1000;

type Stored = numbers.PostNumbers | undefined;

/** A target whose counters cannot be read now is shown with the stored ones, and with the reason. */
async function liveOrStored(ctx: PlatformContext, target: TargetRow, stored: Stored): Promise<TargetMetrics> {
  const where = placeOf(target);
  const { platform_post_id: platformId } = where;
  const reason = whyNone(ctx, target);
  if (reason !== undefined || platformId === undefined) return { ...where, ...storedOf(stored), ...reason };
  try {
    const metrics = toMetrics(await ctx.live.readMetrics(ctx.tenant, target.account_id, platformId));
    return { ...where, metrics, source: 'live', metrics_synced_at: new Date().toISOString() };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const code =
      error.kind === 'not_found' ? 'resource.not_found' : `platform.${target.platform}.${reasonOf(error.kind)}`;
    return { ...where, ...storedOf(stored), error: { code, message: error.message } };
  }
}

/** The numbers of the last reading; without one, the reason. */
function fromStore(ctx: PlatformContext, target: TargetRow, stored: Stored): TargetMetrics {
  const shown = { ...placeOf(target), ...storedOf(stored), ...whyNone(ctx, target) };
  if (shown.metrics !== undefined || shown.error !== undefined) return shown;
  return { ...shown, error: { code: 'resource.not_found', message: 'The numbers of this copy were not read yet.' } };
}

function placeOf({ account_id, platform, status, platform_id }: TargetRow): TargetMetrics {
  return { account_id, platform, status, ...(platform_id === null ? {} : { platform_post_id: platform_id }) };
}

function storedOf(stored: Stored): Pick<TargetMetrics, 'metrics' | 'source' | 'metrics_synced_at'> {
  if (stored === undefined || stored.read_at === null) return {};
  return { metrics: toMetrics(stored.metrics), source: 'stored', metrics_synced_at: stored.read_at.toISOString() };
}

/** Why a target has no counters on its platform. */
function whyNone(
  { connectors }: PlatformContext,
  { platform, platform_id, status }: TargetRow,
): Pick<TargetMetrics, 'error'> | undefined {
  if (platform_id === null || status === 'unpublished')
    return {
      error: { code: 'resource.not_found', message: `The target is ${status}; there is nothing to count.` },
    };
  if (connectors[platform as Platform]?.metrics === undefined)
    return { error: { code: 'resource.not_supported', message: `${platform} has no counters of posts.` } };
  return undefined;
}

function toMetrics({ likes, comments, shares, saves, ...extra }: Numbers): z.infer<typeof Metrics> {
  const usual = { likes, comments, shares, saves };
  const unknown = (Object.keys(usual) as (keyof typeof usual)[]).filter((name) => usual[name] === undefined);
  return { likes: likes ?? 0, comments: comments ?? 0, shares: shares ?? 0, saves: saves ?? 0, extra, unknown };
}

/** The last part of the contract's error code for a platform's failure. */
function reasonOf(kind: PlatformError['kind']): string {
  switch (kind) {
    case 'rate_limited':
      return 'rate_limit';
    case 'auth_expired':
      return 'auth';
    case 'forbidden':
      return 'permission_denied';
    default:
      return 'api_error';
  }
}
