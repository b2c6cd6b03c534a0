import { reachesBrand } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import { type Platform, platformNamed } from '../../../core/platforms.ts';
import { accountsOfPlatforms, type TargetAccount } from '../model/target-account.repository.ts';
import { accountsById } from './find-accounts.ts';
import type { NamedTarget, RequestedTarget } from './named-targets.ts';

/** A target that names a platform of which there is no account, or more than one. */
export interface OpenTarget {
  readonly target: RequestedTarget;
  readonly platform: Platform;
  /** 400 with the accounts to choose from. */
  readonly problem: ApiError;
}

const CHOICES_MAX = 20;

/** The targets with their accounts. Throws 400 for a target that names no account, or a platform that does not decide it. */
export async function nameAccounts(ctx: Context, targets: readonly RequestedTarget[]): Promise<NamedTarget[]> {
  return (await findNamed(ctx, targets)).map((found) => {
    if ('problem' in found) throw found.problem;
    return found;
  });
}

/**
 * Each target with its account. A platform beside an account must be the account's; alone it means the only account of it
 * that the caller can use.
 */
export async function findNamed(
  ctx: Context,
  targets: readonly RequestedTarget[],
): Promise<(NamedTarget | OpenTarget)[]> {
  if (targets.every(isNamed)) return [...targets] as NamedTarget[];
  const choices = targets.map(({ platform, ...target }, index) => {
    if (platform === undefined && target.account_id === undefined) throw noAccount(index);
    return {
      target,
      platform: platform === undefined ? undefined : platformNamed(platform, `targets.${index}.platform`),
    };
  });
  const ids = choices.flatMap(({ target }) => target.account_id ?? []);
  const byId = await accountsById(ctx, ctx.db, ids);
  const alone = choices
    .filter(({ target }) => target.account_id === undefined)
    .flatMap(({ platform }) => platform ?? []);
  const byPlatform = Map.groupBy(await usable(ctx, alone), ({ platform }) => platform);
  return choices.map(({ target, platform }, index) => {
    const { account_id: id } = target;
    if (id !== undefined) {
      const actual = byId.get(id)?.platform;
      if (platform !== undefined && actual !== undefined && actual !== platform) throw otherPlatform(index, id, actual);
      return { ...target, account_id: id };
    }
    const choices = byPlatform.get(platform as Platform) ?? [];
    const [only] = choices;
    if (only !== undefined && choices.length === 1) return { ...target, account_id: only.id };
    return { target, platform: platform as Platform, problem: undecided(index, platform as Platform, choices) };
  });
}

function isNamed({ account_id, platform }: RequestedTarget): boolean {
  return account_id !== undefined && platform === undefined;
}

async function usable(ctx: Context, platforms: readonly Platform[]) {
  if (platforms.length === 0) return [];
  const accounts = await accountsOfPlatforms(ctx.db, ctx.tenant.id, [...new Set(platforms)]);
  return accounts.filter(({ brand_id }) => reachesBrand(ctx.actor, brand_id));
}

function noAccount(index: number): ApiError {
  return new ApiError(
    'missing_metadata',
    `targets.${index} needs an account_id, or the platform of your only account there.`,
    { field: `targets.${index}.account_id` },
    'validation.field_required',
  );
}

function otherPlatform(index: number, id: string, platform: Platform): ApiError {
  return invalid(
    `targets.${index}.platform`,
    `The account ${id} is on ${platform}. Leave platform out, or name another account.`,
  );
}

function undecided(index: number, platform: Platform, choices: readonly (TargetAccount & { username: string })[]) {
  if (choices.length === 0)
    return invalid(`targets.${index}.platform`, `You have no account on ${platform}. Connect one first.`);
  const named = choices.slice(0, CHOICES_MAX).map(({ id, username }) => (username === '' ? id : `${id} (${username})`));
  const more = choices.length > CHOICES_MAX ? ' and others' : '';
  return new ApiError(
    'invalid_request',
    `You have ${choices.length} accounts on ${platform}. Name one of them in account_id: ${named.join(', ')}${more}.`,
    { field: `targets.${index}.account_id`, account_ids: choices.slice(0, CHOICES_MAX).map(({ id }) => id) },
    'validation.field_required',
  );
}
