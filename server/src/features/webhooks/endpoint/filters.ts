import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { invalid } from '../../../core/errors.ts';
import { platformNamed } from '../../../core/platforms.ts';
import { accounts } from '../../accounts/index.ts';
import { brands } from '../../brands/index.ts';

const IDS_MAX = 500;

const list = (what: string, item: Record<string, unknown> = { type: 'string' }) =>
  z
    .array(z.string().min(1).max(200).meta({ wire: item }))
    .min(1, `must name at least one ${what}; null means all`)
    .max(IDS_MAX)
    .nullable();

/** The filters of an endpoint on the events that it subscribed to. Each list that is given must match; null means all. */
export const FilterFields = {
  brand_ids: list('brand').meta({ description: 'Only events of these brands; null: of all' }),
  account_ids: list('account').meta({ description: 'Only events of these accounts; null: of all' }),
  platforms: list('platform', { $ref: '#/components/schemas/Platform' }).meta({
    description: 'Only events of accounts on these platforms; null: of all',
  }),
};

/** Fields that are absent stay as they are; null: all. */
export interface Filters {
  readonly brand_ids?: readonly string[] | null | undefined;
  readonly account_ids?: readonly string[] | null | undefined;
  readonly platforms?: readonly string[] | null | undefined;
}

/**
 * The filters with each entry once. Throws 400 naming the field for a brand or an account that the tenant does not have.
 * `kept`: what the endpoint filters by already, which may be gone since.
 */
export async function toFilters({ db, tenant }: Pick<Context, 'db' | 'tenant'>, given: Filters, kept: Filters = {}) {
  const { brand_ids, account_ids, platforms } = given;
  await assertKnown('brand_ids', 'brand', brand_ids, kept.brand_ids, (ids) => brands.idsAmong(db, tenant.id, ids));
  await assertKnown('account_ids', 'connected account', account_ids, kept.account_ids, async (ids) =>
    (await accounts.byIds(db, tenant.id, ids)).map(({ id }) => id),
  );
  return {
    brand_ids: once(brand_ids),
    account_ids: once(account_ids),
    platforms: once(platforms?.map((word) => platformNamed(word, 'platforms')) ?? platforms),
  } satisfies Filters;
}

async function assertKnown(
  field: string,
  what: string,
  given: readonly string[] | null | undefined,
  kept: readonly string[] | null | undefined,
  among: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const added = given?.filter((id) => !kept?.includes(id)) ?? [];
  const known = added.length === 0 ? [] : await among(added);
  const unknown = added.find((id) => !known.includes(id));
  if (unknown !== undefined) throw invalid(field, `There is no ${what} with the id ${JSON.stringify(unknown)}.`);
}

function once<T>(entries: readonly T[] | null | undefined): T[] | null | undefined {
  return entries == null ? entries : [...new Set(entries)];
}
