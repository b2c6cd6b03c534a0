import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { type ApiError, missing, notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PLATFORMS, type Platform, platformNamed } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import { connectorNamed } from '../platforms/index.ts';
import { noPosts } from './compose/destination.ts';
import { accountsById } from './compose/find-accounts.ts';
import { findNamed, type OpenTarget } from './compose/name-accounts.ts';
import { type NamedTarget, namedTargets } from './compose/named-targets.ts';
import { pausesEvery } from './compose/pauses.ts';
import { mediaOf } from './compose/resolve-content.ts';
import { segmentMedia, segmentsAsSent, storedSegments } from './compose/segments.ts';
import { creationIssues } from './compose/validate-creation.ts';
import { CheckedPostInput, type Place, toValidationIssue, ValidationIssue } from './compose/validate-issue.ts';
import { present, type TargetInput } from './model/post.ts';
import { addComposition, type Composition } from './preview/composition.ts';
import { PostPreview, TextCount } from './preview/shapes.ts';
import { issuesInTurns } from './rules/check-limits.ts';
import { optionFindings } from './rules/check-post.ts';
import { contentOn, knownMedia, type PostContent } from './rules/checked-content.ts';

export const validatePost = defineOperation({
  name: 'validate_post',
  summary: 'Validate a post',
  description:
    'Checks a post against the limits of the platforms of its targets or of `platforms`, and changes nothing. It is free. `errors` hold what `POST /v1/posts` would reject, `warnings` what platforms ignore; a post with errors still answers 200. `counts` and `previews` show the lengths and the look of the post by platform. `GET /v1/platforms` lists the limits. Without a target or platform the answer is 400 `missing_metadata`; an unknown account is 404 `account_not_found`.',
  example: {
    input: { text: 'Our cake of the week: plum and cinnamon.', platforms: [PLATFORMS[0]] },
    output: {
      valid: false,
      errors: [
        {
          platform: PLATFORMS[0],
          field: 'media',
          rule: 'media_required',
          message: 'A post needs an image or a video.',
        },
      ],
      counts: [{ platform: PLATFORMS[0], field: 'text', length: 40, limit: 2200, unit: 'characters' }],
    },
  },
  tag: 'Posts',
  http: { method: 'post', path: '/v1/posts/validate', status: 200 },
  scope: 'posts:write',
  changes: false,
  leaves: false,
  input: CheckedPostInput.extend({
    platforms: z
      .array(z.string().min(1).max(50))
      .max(50)
      .optional()
      .meta({ description: 'Platforms on which to check the post itself, without an account' }),
  }),
  aliases: { schedule_at: 'scheduled_at' },
  output: z.object({
    valid: z.boolean().meta({ description: 'No errors; warnings do not count' }),
    errors: z.array(ValidationIssue),
    warnings: z.array(ValidationIssue),
    counts: z
      .array(TextCount)
      .meta({ description: 'Lengths of the texts that have a limit, as each platform counts them' }),
    previews: z.array(PostPreview).meta({ description: 'The post as each platform will show it' }),
  }),

  async run(ctx, { platforms = [], targets, ...rest }) {
    const found = targets && (await findNamed(ctx, targets));
    // A platform is enough here. Creating such a post needs an account, so the rest is checked without these targets.
    const named = found?.flatMap((target, index) => ('problem' in target ? [] : { target, index }));
    const post = { ...rest, ...compact({ targets: named?.map(({ target }) => target) }) };
    const positions = named?.map(({ index }) => index);
    const places = [...(await placesOfTargets(ctx, found ?? namedTargets(post))), ...placesOfPlatforms(ctx, platforms)];
    if (places.length === 0) throw noPlace();
    const { errors, warnings, composition } = await sheetIssues(ctx, places, post);
    errors.push(...(await creationIssues(ctx, places, post, errors, positions)));
    return { valid: errors.length === 0, errors, warnings, ...composition };
  },
});

async function placesOfTargets(ctx: Context, targets: readonly (NamedTarget | OpenTarget)[]): Promise<Place[]> {
  const ids = targets.flatMap((target) => ('problem' in target ? [] : target.account_id));
  const accounts = await accountsById(ctx, ctx.db, ids);
  return targets.flatMap((found, index) => {
    const { account_id: accountId, ...target } = 'problem' in found ? found.target : found;
    const platform = 'problem' in found ? found.platform : accounts.get(found.account_id)?.platform;
    if (platform === undefined) throw notFound('account', accountId ?? '', `targets.${index}.account_id`);
    const connector = ctx.connectors[platform];
    const own = present({ ...target, media: mediaOf(target) }) as TargetInput;
    return connector === undefined ? [] : [{ connector, own, index, ...compact({ accountId }) }];
  });
}

function placesOfPlatforms(ctx: Context, names: readonly string[]): Place[] {
  const connectors = names.map((name, index) => connectorNamed(ctx.connectors, name, `platforms.${index}`));
  return [...new Set(connectors)].map((connector) => ({ connector, own: {} }));
}

function noPlace(): ApiError {
  return missing('platforms', 'Say where the post would go: platforms, targets or account_ids.');
}

/** All issues by the data sheets, the counts and the previews, place by place. */
async function sheetIssues(ctx: Context, places: readonly Place[], post: CheckedPostInput) {
  const media = mediaOf(post) ?? [];
  const known = await knownMedia(ctx, ctx.db, [
    ...media,
    ...segmentMedia(storedSegments(post.segments)),
    ...places.flatMap(({ own }) => own.media ?? []),
  ]);
  const options = optionsByPlatform(post.platform_data);
  const said: PostContent = { ...post, media, segments: segmentsAsSent(post.segments), platform_data: options };
  const found = { errors: [] as ValidationIssue[], warnings: [] as ValidationIssue[] };
  const composition: Composition = { counts: [], previews: [] };
  const pause = pausesEvery();
  for (const place of places) {
    const { connector, own, index, accountId } = place;
    const { platform, displayName, publishing } = connector;
    if (publishing === undefined) {
      const field = index === undefined ? 'platforms' : `targets.${index}.account_id`;
      const issue = { platform, field, rule: 'publish_unsupported', message: noPosts(displayName) };
      found.errors.push({ ...issue, ...present({ target: accountId }) });
      continue;
    }
    const content = contentOn(connector.platform, said, own, known);
    for (const issue of await issuesInTurns(connector, content, pause))
      found[issue.severity === 'error' ? 'errors' : 'warnings'].push(toValidationIssue(place, issue));
    addComposition(composition, connector, content, accountId);
    await pause();
  }
  found.errors.push(...optionIssues(ctx, options, found.errors));
  return { ...found, composition };
}

/** Wrong options that no place has reported: those of other platforms, and those that a target overrides. */
function optionIssues(
  ctx: Context,
  options: Record<string, Record<string, unknown>>,
  errors: readonly ValidationIssue[],
): ValidationIssue[] {
  return Object.entries(options).flatMap(([platform, values]) => {
    const connector = ctx.connectors[platform as Platform];
    if (connector === undefined) return [];
    return optionFindings(connector.options, values, `platform_data.${platform}`)
      .filter(({ field }) => errors.every((error) => error.field !== field))
      .map(({ field, message }) => ({
        platform: connector.platform,
        field,
        rule: 'options',
        message: `${connector.displayName}: ${message}`,
      }));
  });
}

/** `platform_data` by platform; 400 for an unknown name. */
function optionsByPlatform(data: CheckedPostInput['platform_data']): Record<string, Record<string, unknown>> {
  const entries = Object.entries(data ?? {});
  return Object.fromEntries(entries.map(([name, values]) => [platformNamed(name, `platform_data.${name}`), values]));
}
