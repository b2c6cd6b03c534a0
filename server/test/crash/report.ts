import type { Failure, Proof, Tally } from './prove.ts';

const HEAD = ['class', 'answer', 'points', 'published', 'failed', 'unconfirmed', 'lost', 'duplicated', 'other'];

/** The table of a proof: class by answer. */
export function table({ verdicts }: Proof): string {
  const rows = [...verdicts.map(cells), cells(sum(verdicts))];
  const widths = HEAD.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (index < 2 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function cells({ row, points, published, failed, reasons, unconfirmed, lost, duplicated, broken }: Tally): string[] {
  const why = failed === 0 || reasons.size > 3 ? '' : ` (${[...reasons].join(', ')})`;
  return [
    ...row,
    ...[points, published].map(String),
    `${failed}${why}`,
    ...[unconfirmed, lost, duplicated, broken].map(String),
  ];
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = (key: 'points' | 'published' | 'failed' | 'unconfirmed' | 'lost' | 'duplicated' | 'broken') =>
    tallies.reduce((all, tally) => all + tally[key], 0);
  return {
    row: ['all', ''],
    points: total('points'),
    published: total('published'),
    failed: total('failed'),
    unconfirmed: total('unconfirmed'),
    lost: total('lost'),
    duplicated: total('duplicated'),
    broken: total('broken'),
    reasons: new Set(),
  };
}

/** The failure with the fewest crashes, told so that it can be followed. */
export function reproducer(failures: readonly Failure[]): string {
  const [least] = [...failures].sort((a, b) => a.crashes.length - b.crashes.length || a.calls.length - b.calls.length);
  if (least === undefined) return '';
  const list = (title: string, lines: readonly string[]) => [title, ...lines.map((text) => `  ${text}`)];
  return [
    `${least.name} @ ${least.crashes.join(' @ ') || 'no crash'}`,
    ...list('what is wrong', least.complaints),
    ...list('the process died', least.deaths),
    ...list('calls', least.calls),
    ...list('journal', least.journal),
  ].join('\n');
}

/** The share of class C that could not be found out. */
export function unconfirmedShare(proof: Proof, effectClass: string): number {
  const { published, failed, unconfirmed } = sum(proof.verdicts.filter(({ row }) => row[0] === effectClass));
  const all = published + failed + unconfirmed;
  return all === 0 ? 0 : unconfirmed / all;
}
