import { z } from 'zod';
import { eachValid, lenient, metricCount } from '../call-platform.ts';

const insightValue = z.object({ value: metricCount });

/** One metric over the lifetime of a post: its number is in `values`, for some metrics in `total_value`. */
const insight = z
  .object({ name: z.string(), values: lenient(z.array(insightValue)), total_value: lenient(insightValue) })
  .transform(({ name, values, total_value }) => ({ name, value: (values?.[0] ?? total_value)?.value }));

/** The metrics of a post by name; broken and empty ones are omitted. */
export const insights = z
  .object({ data: eachValid(insight) })
  .transform(
    ({ data }) =>
      new Map(data.flatMap(({ value: { name, value } }) => (value === undefined ? [] : [[name, value] as const]))),
  );
