import { z } from 'zod';

export const PAGE_DEFAULT = 25;
export const PAGE_MAX = 100;

/** A whole number that arrives as query text. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

/** A true/false that arrives as query text. */
export const queryBool = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Query parameters of every list endpoint (specification, "Pagination"). */
export const pageQuery = {
  limit: queryInt(1, PAGE_MAX)
    .optional()
    .meta({
      description: `Results per page, 1 to ${PAGE_MAX}, default ${PAGE_DEFAULT}`,
      wire: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT },
    }),
  cursor: z.string().max(2000).optional().meta({ description: 'The cursor of the previous answer, unchanged' }),
};

const Pagination = z
  .object({
    limit: z.number().int(),
    has_more: z.boolean(),
    next_cursor: z.string().optional().meta({ description: 'The same value as cursor' }),
  })
  .meta({ id: 'Pagination' });

/** The envelope of every list response, as the specification and existing clients have it. */
export const PageFields = z
  .object({
    count: z.number().int().meta({ description: 'Items on this page' }),
    cursor: z.string().optional().meta({ description: 'Absent on the last page' }),
    next_cursor: z.string().optional().meta({ description: 'The same value as cursor' }),
    pagination: Pagination,
  })
  .meta({ id: 'Page' });

/** The schema of a list response. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), ...PageFields.shape });
}

/** The list response with one page. */
export function toPage<Row>(data: readonly Row[], limit: number, cursor: string | undefined) {
  const next = cursor === undefined ? {} : { next_cursor: cursor };
  return {
    data: [...data],
    count: data.length,
    ...(cursor === undefined ? {} : { cursor, next_cursor: cursor }),
    pagination: { limit, has_more: cursor !== undefined, ...next },
  };
}
