import type { Failure, Proof, RowTotals } from './prove.ts';

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

function cells({
  row,
  points,
  published,
  failed,
  reasons,
  unconfirmed,
  lost,
  duplicated,
  broken,
}: RowTotals): string[] {
  const why = failed === 0 || reasons.size > 3 ? '' : ` (${[...reasons].join(', ')})`;
  return [
    ...row,
    ...[points, published].map(String),
    `${failed}${why}`,
    ...[unconfirmed, lost, duplicated, broken].map(String),
  ];
}

function sum(rows: readonly RowTotals[]): RowTotals {
  const total = (key: 'points' | 'published' | 'failed' | 'unconfirmed' | 'lost' | 'duplicated' | 'broken') =>
    rows.reduce((all, totals) => all + totals[key], 0);
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

/** How often each thing went wrong. */
function complaints(failures: readonly Failure[]): string[] {
  const plain = failures.flatMap((failure) =>
    failure.complaints.map((text) => text.replace(/\bi\d+\b/g, 'i…').split('\n')[0] ?? ''),
  );
  return [...Map.groupBy(plain, (text) => text)].map(([text, all]) => `${all.length} × ${text}`);
}

/** The failure with the fewest cuts, told so that it can be followed. */
export function reproducer(failures: readonly Failure[]): string {
  const [least] = [...failures].sort((a, b) => a.cuts.length - b.cuts.length || a.calls.length - b.calls.length);
  if (least === undefined) return '';
  const list = (title: string, lines: readonly string[]) => [`${title}:`, ...lines.map((text) => `  ${text}`)];
  const cuts = least.cuts.length === 0 ? '' : ` --at "${least.cuts.join()}"`;
  return [
    ...list('wrong in all', complaints(failures)),
    `The smallest: npm run prove:publishing -- --only "${least.name}"${cuts}`,
    ...list('wrong', least.complaints),
    ...list('cut', least.places),
    ...list('calls of the platform', least.calls),
    ...list('journal', least.journal),
  ].join('\n');
}

const UNCONFIRMED_SHARE_MAX = 0.001;

/** Nothing is lost or duplicated, and actions stay in doubt only where the platforms hide the effect. */
export function isProven(proof: Proof): boolean {
  return (
    proof.failures.length === 0 &&
    unconfirmedShare(proof, 'A') + unconfirmedShare(proof, 'B') === 0 &&
    unconfirmedShare(proof, 'C') <= UNCONFIRMED_SHARE_MAX
  );
}

export function closingLine(proof: Proof, scenarios: number, seconds: number): string {
  const { lost, duplicated, broken } = sum(proof.verdicts);
  const shares = ['A', 'B', 'C'].map((name) => `${name} ${(unconfirmedShare(proof, name) * 100).toFixed(2)} %`);
  return `${proof.points} crash points of ${scenarios} scenarios in ${Math.round(seconds)} s: ${lost} lost, ${duplicated} duplicated, ${broken} other; unconfirmed ${shares.join(', ')}`;
}

function unconfirmedShare(proof: Proof, effectClass: string): number {
  const { published, failed, unconfirmed } = sum(proof.verdicts.filter(({ row }) => row[0] === effectClass));
  return unconfirmed / Math.max(1, published + failed + unconfirmed);
}
