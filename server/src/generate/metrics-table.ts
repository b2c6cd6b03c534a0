import { FAMILIES, type Family, PREFIX } from '../observability/metrics/families.ts';

/** The table of docs/metrics.md: every family of `/metrics`, as Markdown. */
export function metricsTable(): string {
  const families: readonly (readonly [string, Family])[] = Object.entries(FAMILIES);
  const rows = families.map(([name, { type, of, labels = [], help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${PREFIX}${name}\` | ${type} | ${shown} | ${of} | ${help} |`;
  });
  return ['| family | type | labels | of | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}
