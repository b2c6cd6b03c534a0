import type { Context } from '../../../core/context.ts';
import { ApiError } from '../../../core/errors.ts';
import { toPlatform } from '../../../core/platforms.ts';
import { present } from '../model/post.ts';
import { composePost } from './compose-post.ts';
import type { CheckedPostInput, Place, ValidationIssue } from './validate-issue.ts';

/**
 * Issues that the data sheets do not know: times, media that cannot be fetched, a target named twice. The code that creates
 * posts finds them, so that validation and creation agree. It finds only the first one. `positions`: where the request has
 * the targets of `post`.
 */
export async function creationIssues(
  ctx: Context,
  places: readonly Place[],
  post: CheckedPostInput,
  errors: readonly ValidationIssue[],
  positions?: readonly number[],
): Promise<ValidationIssue[]> {
  const rejection = await abortReasonOf(ctx, post, errors);
  if (rejection === undefined) return [];
  const atRequest = (_: string, index: string) => `targets.${positions?.[Number(index)] ?? index}`;
  const field = String(rejection.meta?.field).replace(/^targets\.(\d+)/, atRequest);
  if (errors.some((issue) => issue.field === field)) return [];
  const segment = /^segments\.(\d+)/.exec(field)?.[1];
  const facts = {
    field,
    rule: ruleOf(rejection, field),
    message: rejection.message,
    ...present({ segment_index: segment === undefined ? undefined : Number(segment) }),
  };
  const index = /^targets\.(\d+)\./.exec(field)?.[1];
  const place = places.find((one) => index !== undefined && one.index === Number(index));
  if (place !== undefined)
    return [{ platform: place.connector.platform, ...facts, ...present({ target: place.accountId }) }];
  const named = toPlatform(/^platform_data\.(\w+)/.exec(field)?.[1] ?? '');
  const platforms = named === undefined ? places.map(({ connector }) => connector.platform) : [named];
  return [...new Set(platforms)].map((platform) => ({ platform, ...facts }));
}

async function abortReasonOf(
  ctx: Context,
  post: CheckedPostInput,
  errors: readonly ValidationIssue[],
): Promise<ApiError | undefined> {
  // Wrong options were reported already and would hide all later issues.
  const asked = errors.some(({ rule }) => rule === 'options') ? withoutOptions(post) : post;
  const rejection = await rejectionBy(ctx, asked);
  // A schedule needs a target, but a validation by platform has none. Check the rest without the time.
  const { scheduled_at: _time, ...undated } = asked;
  const isAboutTargets = rejection?.code === 'missing_metadata' && rejection.meta?.field === 'targets';
  return isAboutTargets ? rejectionBy(ctx, undated) : rejection;
}

/** The error that creating the post would give. Faults of the request itself are thrown. */
async function rejectionBy(ctx: Context, post: CheckedPostInput): Promise<ApiError | undefined> {
  try {
    await composePost(ctx, { ...post, skip_validation: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422, 501].includes(error.status)) throw error;
    if (error.code === 'unsupported_platform' || error.meta?.field === 'account_ids') throw error;
    return error;
  }
}

function withoutOptions({ platform_data: _options, targets, ...post }: CheckedPostInput): CheckedPostInput {
  return { ...post, ...present({ targets: targets?.map(({ platform_data: _own, ...target }) => target) }) };
}

const RULES: Readonly<Record<string, string>> = {
  scheduled_at: 'schedule',
  timezone: 'schedule',
  page_id: 'destination',
  board_id: 'destination',
  media: 'media_unusable',
  media_ids: 'media_unusable',
  platform_data: 'options',
};

function ruleOf(rejection: ApiError, field: string): string {
  if (rejection.detailCode === 'publishing.duplicate_target') return 'duplicate_target';
  if (rejection.code === 'not_supported') return 'publish_unsupported';
  if (rejection.code === 'missing_metadata' && field.endsWith('text')) return 'content_required';
  return RULES[field.replace(/^(targets|segments)\.\d+\./, '').split('.')[0] ?? ''] ?? 'request';
}
