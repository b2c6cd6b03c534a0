import { z } from 'zod';
import type { PlatformContext } from '../../core/context.ts';
import { Target } from '../../core/events/target.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Platform } from '../../core/platforms.ts';
import { findPost } from './model/find-post.ts';
import type { TargetRow } from './model/post.ts';

const Metrics = z.object({
  likes: z.number().int(),
  comments: z.number().int(),
  shares: z.number().int(),
  saves: z.number().int(),
  extra: z.record(z.string(), z.number()).meta({ description: 'Further counters by name, such as views' }),
});

const TargetMetrics = z.object({
  account_id: z.string(),
  platform: z.string(),
  status: Target.shape.status,
  platform_post_id: z.string().optional(),
  metrics: Metrics.optional(),
  metrics_synced_at: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

export const getPostMetrics = defineOperation({
  name: 'get_post_metrics',
  summary: 'Counters of each copy of a post, read from the platforms now',
  tag: 'Posts',
  http: { method: 'get', path: '/v1/posts/{post_id}/metrics', status: 200 },
  scope: 'posts:read',
  callsPlatform: true,
  input: z.strictObject({ post_id: z.string().min(1).max(500) }),
  output: z.object({ data: z.object({ post_id: z.string(), targets: z.array(TargetMetrics) }) }),

  async run(ctx, { post_id: id }) {
    const post = await findPost(ctx, id);
    const targets = await Promise.all((post.targets ?? []).map((target) => metricsOf(ctx, target)));
    return { data: { post_id: post.id, targets } };
  },
});

/** A target whose counters cannot be read stays in the list with the reason. */
async function metricsOf(ctx: PlatformContext, target: TargetRow): Promise<z.infer<typeof TargetMetrics>> {
  const where = { account_id: target.account_id, platform: target.platform, status: target.status };
  if (target.platform_id === null || target.status === 'unpublished')
    return {
      ...where,
      error: { code: 'resource.not_found', message: `The target is ${target.status}; there is nothing to count.` },
    };
  const found = { ...where, platform_post_id: target.platform_id };
  if (ctx.connectors[target.platform as Platform]?.metrics === undefined) {
    return {
      ...found,
      error: { code: 'resource.not_supported', message: `${target.platform} has no counters of posts.` },
    };
  }
  try {
    const { likes, comments, shares, saves, extra } = await ctx.live.readMetrics(
      ctx.tenant,
      target.account_id,
      target.platform_id,
    );
    return {
      ...found,
      metrics: { likes, comments, shares, saves, extra: { ...extra } },
      metrics_synced_at: new Date().toISOString(),
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return {
      ...found,
      error: {
        code: error.kind === 'not_found' ? 'resource.not_found' : `platform.${target.platform}.${reasonOf(error.kind)}`,
        message: error.message,
      },
    };
  }
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
