import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PLATFORMS, type Platform, toPlatform } from '../../core/platforms.ts';
import { connectorNamed, unknownPlatform } from '../platforms/index.ts';
import { fieldAt, issuesOf } from './check-limits.ts';
import { contentOn, knownMedia, type Said } from './checked-content.ts';
import { CreatePostInput, toNewPost } from './compose-post.ts';
import { present, type TargetInput } from './post.ts';
import { accountsOf, mediaOf } from './resolve-content.ts';

const Input = CreatePostInput.omit({ publish_now: true, skip_duplicate_check: true, skip_validation: true }).extend({
  platforms: z
    .array(z.string().min(1).max(50))
    .max(50)
    .optional()
    .meta({ description: 'Check what the post itself would say there, without an account' }),
});
type Input = z.output<typeof Input>;

const Issue = z.object({
  platform: z.enum(PLATFORMS),
  field: z.string().meta({ description: 'Path in the request' }),
  rule: z.string(),
  message: z.string(),
  limit: z.number().optional(),
  target: z.string().optional().meta({ description: 'The account, when the check was for one' }),
  segment_index: z.number().int().optional(),
});
type Issue = z.infer<typeof Issue>;

export const validatePost = defineOperation({
  name: 'validate_post',
  summary: 'Check a post against the limits of platforms without making it',
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/validate', status: 200 },
  scope: 'posts:write',
  input: Input,
  aliases: { schedule_at: 'scheduled_at' },
  output: z.object({ valid: z.boolean(), errors: z.array(Issue), warnings: z.array(Issue) }),

  async run(ctx, { platforms, ...post }) {
    const places = await placesOf(ctx, platforms, post);
    const found = await findIssues(ctx, places, post);
    const errors = [...found.errors, ...(await refusalOf(ctx, places, post, found.errors))];
    return { valid: errors.length === 0, errors, warnings: found.warnings };
  },
});

type PostInput = Omit<Input, 'platforms'>;

/** Where the post would be seen: an account, or just a platform. */
interface Place {
  readonly connector: Connector;
  readonly own: TargetInput;
  readonly index?: number;
  readonly accountId?: string;
}

async function placesOf(ctx: Context, platforms: readonly string[] | undefined, post: PostInput): Promise<Place[]> {
  const targets = post.targets ?? (post.account_ids ?? []).map((id) => ({ account_id: id }));
  const accounts = await accountsOf(
    ctx,
    targets.map(({ account_id }) => account_id),
  );
  const places: Place[] = [];
  for (const [index, { account_id: accountId, ...own }] of targets.entries()) {
    const connector = ctx.connectors[accounts.get(accountId)?.platform as Platform];
    const input = present({ ...own, media: mediaOf(own) }) as TargetInput;
    if (connector !== undefined) places.push({ connector, own: input, index, accountId });
  }
  for (const [index, name] of (platforms ?? []).entries()) {
    const connector = connectorNamed(ctx.connectors, name, `platforms.${index}`);
    if (!places.some((place) => place.connector === connector)) places.push({ connector, own: {} });
  }
  if (places.length > 0) return places;
  throw new ApiError(
    'missing_metadata',
    'Say where the post would go: platforms, targets or account_ids.',
    { field: 'platforms' },
    'validation.field_required',
  );
}

/** Everything that the data sheets say about the post, place by place. */
async function findIssues(ctx: Context, places: readonly Place[], post: PostInput) {
  const media = mediaOf(post) ?? [];
  const known = await knownMedia(ctx.db, ctx.tenant.id, [...media, ...places.flatMap(({ own }) => own.media ?? [])]);
  const said: Said = { ...post, media, platform_data: optionsByPlatform(post.platform_data) };
  const errors: Issue[] = [];
  const warnings: Issue[] = [];
  for (const { connector, own, index, accountId } of places) {
    for (const issue of issuesOf(connector, contentOn(connector.platform, said, own, known))) {
      const facts = present({ limit: issue.limit, target: accountId, segment_index: issue.segmentIndex });
      const list = issue.severity === 'error' ? errors : warnings;
      list.push({
        platform: connector.platform,
        field: fieldAt(connector, issue.field, index, own),
        rule: issue.rule,
        message: issue.message,
        ...facts,
      });
    }
  }
  return { errors, warnings };
}

/**
 * What else would keep the post from being created: times, media that cannot be fetched, a target named twice. Asked
 * of the very code that creates posts, so that the two cannot disagree.
 */
async function refusalOf(
  ctx: Context,
  places: readonly Place[],
  post: PostInput,
  errors: readonly Issue[],
): Promise<Issue[]> {
  // Options that were found wrong would hide everything after them.
  const isStripped = errors.some(({ rule }) => rule === 'options');
  const asked = { ...(isStripped ? withoutOptions(post) : post), skip_validation: true };
  const { scheduled_at: _time, ...undated } = asked;
  // A time without a target is refused for the target; the rest of the post is then looked at without the time.
  const refusal = (await refusalBy(ctx, asked, 'targets')) ?? (await refusalBy(ctx, undated, undefined));
  if (refusal === undefined) return [];
  const field = String(refusal.meta?.field);
  if (errors.some((issue) => issue.field === field)) return [];
  const index = /^targets\.(\d+)\./.exec(field)?.[1];
  const named = toPlatform(/^platform_data\.(\w+)/.exec(field)?.[1] ?? '');
  const concerned =
    named === undefined
      ? places.filter((place) => index === undefined || place.index === Number(index))
      : [{ connector: { platform: named } }];
  return [...new Set(concerned.map(({ connector }) => connector.platform))].map((platform) => ({
    platform,
    field,
    rule: ruleOf(refusal, field),
    message: refusal.message,
    ...present({ target: places.find((place) => index !== undefined && place.index === Number(index))?.accountId }),
  }));
}

function withoutOptions({ platform_data: _options, targets, ...post }: PostInput): PostInput {
  return { ...post, ...present({ targets: targets?.map(({ platform_data: _own, ...target }) => target) }) };
}

/** Why the post would not be created; refusals that name the ignored field do not count. Faults of the request itself are thrown. */
async function refusalBy(ctx: Context, post: PostInput, ignored: string | undefined): Promise<ApiError | undefined> {
  try {
    await toNewPost(ctx, post);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) throw error;
    if (error.code === 'unsupported_platform' || error.meta?.field === 'account_ids') throw error;
    return error.meta?.field === ignored ? undefined : error;
  }
}

function ruleOf(refusal: ApiError, field: string): string {
  if (refusal.detailCode === 'publishing.duplicate_target') return 'duplicate_target';
  const name = field.replace(/^targets\.\d+\./, '').split('.')[0] ?? '';
  const rules: Readonly<Record<string, string>> = {
    scheduled_at: 'schedule',
    timezone: 'schedule',
    media: 'media_unusable',
    media_ids: 'media_unusable',
    platform_data: 'options',
  };
  return rules[name] ?? 'request';
}

/** `platform_data` by platform; a name that is none is a fault of the request. */
function optionsByPlatform(data: PostInput['platform_data']): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([name, values]) => [
      toPlatform(name) ?? unknownPlatform(name, `platform_data.${name}`),
      values,
    ]),
  );
}
