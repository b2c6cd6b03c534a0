import { bytesOf, type TableSize } from './cases/sizes.ts';
import type { Comparison, Measured } from './measure/compare.ts';
import type { Spread } from './measure/statistics.ts';

/** A comparison as a Markdown table: CPU per operation first, wall-clock figures after it. */
export function comparisonTable(title: string, { floor, subjects, isNoisy }: Comparison): string {
  const lines = [
    `### ${title}${isNoisy ? ' (noisy)' : ''}`,
    '',
    '| | CPU µs/op | node | PostgreSQL | ratio | min–max | ops/s | p50 ms | p99 ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...[floor, ...subjects].map(row),
  ];
  return `${lines.join('\n')}\n`;
}

function row({ name, cpu, node, postgres, ratio, perSecond, p50Ms, p99Ms }: Measured): string {
  const whole = ({ median }: Spread) => String(Math.round(median));
  const cells = [
    name,
    whole(cpu),
    whole(node),
    whole(postgres),
    ratio === undefined ? '1' : `**${ratio.median.toFixed(2)}**`,
    ratio === undefined ? '' : `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    whole(perSecond),
    p50Ms.median.toFixed(1),
    p99Ms.median.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A table of figures without a comparison. */
export function figuresTable(title: string, unit: string, figures: Readonly<Record<string, Spread>>): string {
  const lines = [
    `### ${title}`,
    '',
    `| | median ${unit} | min–max |`,
    '|---|---|---|',
    ...Object.entries(figures).map(
      ([name, { median, min, max }]) => `| ${name} | **${short(median)}** | ${short(min)}–${short(max)} |`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Bytes by table, with their sum. */
export function sizesTable(tables: ReadonlyMap<string, TableSize>): string {
  const all = [...tables.values()].reduce((sum, size) => sum + bytesOf(size), 0);
  const lines = [
    '### Bytes of database for a published post with five targets and 2.4 comments',
    '',
    '| table | rows | bytes | heap | of it free | indexes |',
    '|---|---|---|---|---|---|',
    ...[...tables].map(
      ([table, size]) =>
        `| ${table} | ${size.rows.toFixed(1)} | ${Math.round(bytesOf(size))} | ${Math.round(size.heap)} | ${Math.round(size.free)} | ${indexList(size)} |`,
    ),
    `| **all** | | **${Math.round(all)}** | | | |`,
  ];
  return `${lines.join('\n')}\n`;
}

function indexList({ indexes }: TableSize): string {
  const used = [...indexes].filter(([, bytes]) => bytes > 0).sort((a, b) => b[1] - a[1]);
  return used.map(([name, bytes]) => `${name} ${Math.round(bytes)}`).join(', ');
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
