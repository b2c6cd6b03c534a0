import { z } from 'zod';
import { brandsShown } from '../../../core/actor.ts';
import type { Context } from '../../../core/context.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import { Instant, toInstant } from '../../../core/instant.ts';
import { temporal } from '../../../lib/time-zone.ts';
import { findAccount } from '../../accounts/index.ts';
import { assertBrand } from '../../brands/index.ts';
import { tenantNow } from '../../clock/index.ts';
import { type AccountFilter, type Period, zoneOf } from './period.repository.ts';

/** The longest period that one request covers. */
export const DAYS_MAX = 366;
const DAYS_DEFAULT = 30;
/** The period before and the day after lie within the database's years, too. */
const [YEAR_MIN, YEAR_MAX] = [1900, 9998];

const Day = Instant.meta({
  description: 'A day of the answer’s time zone; an instant means the day on which it lies',
  wire: { type: 'string', format: 'date' },
});

/** The period of a request, by days; both days belong to it. */
export const periodQuery = { from: Day.optional(), to: Day.optional() };

export const accountsQuery = {
  brand_id: z.string().min(1).max(200).optional(),
  account_id: z.string().min(1).max(200).optional(),
};

export const periodFields = {
  from: z.string().meta({ description: 'The first day, such as 2027-01-31' }),
  to: z.string().meta({ description: 'The last day; it belongs to the period' }),
  timezone: z.string().meta({ description: 'Days and hours are those of this IANA time zone' }),
  livemode: z.boolean(),
};

/** The accounts and days of a request. 404 for a brand or account that is unknown or out of reach, 400 for a period that cannot be. */
export async function toPeriod(
  ctx: Context,
  query: { readonly [name in 'brand_id' | 'account_id' | 'from' | 'to']?: string | undefined },
  daysDefault = DAYS_DEFAULT,
): Promise<Period & AccountFilter> {
  const { brand_id: brandId, account_id: accountId } = query;
  const account = accountId === undefined ? undefined : await findAccount(ctx, accountId);
  if (brandId !== undefined) await assertBrand(ctx, brandId);
  const zone = await zoneOf(ctx.db, ctx.tenant.id, brandId ?? account?.brand_id);
  const { PlainDate, Instant: Moment } = await temporal();
  const dayOf = (at: Date) => Moment.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const read = (field: 'from' | 'to') => {
    const text = query[field];
    if (text === undefined) return undefined;
    // A text without a time is a day of the zone.
    const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? PlainDate.from(text) : dayOf(toInstant(text) as Date);
    if (day.year < YEAR_MIN || day.year > YEAR_MAX)
      throw invalid(field, `${field} must lie between the years ${YEAR_MIN} and ${YEAR_MAX}.`);
    return day;
  };
  const to = read('to') ?? dayOf(await tenantNow(ctx));
  const from = read('from') ?? to.subtract({ days: daysDefault - 1 });
  const days = from.until(to).days + 1;
  if (days < 1) throw invalid('from', 'The period ends before it begins.');
  if (days > DAYS_MAX)
    throw new ApiError(
      'invalid_request',
      `The period has ${days} days, and the most is ${DAYS_MAX}.`,
      { field: 'from', max: DAYS_MAX },
      'validation.field_invalid',
    );
  return { from: from.toString(), to: to.toString(), zone, accountId, brandIds: brandsShown(ctx.actor, brandId) };
}

/** The first day of the period that has as many days and ends before this one. */
export async function dayBefore({ from, to }: Pick<Period, 'from' | 'to'>): Promise<string> {
  const { PlainDate } = await temporal();
  const first = PlainDate.from(from);
  return first.subtract({ days: first.until(to).days + 1 }).toString();
}
