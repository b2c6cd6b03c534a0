import type { Covered, UsedBy } from './platform.ts';

type Others = Readonly<Partial<Record<UsedBy['who'], Readonly<Record<string, string>>>>>;

/**
 * Says of each row who calls it. Mostly that is the connector, which has the last word of the path in its sources.
 * `others` names the exceptions as `METHOD path`, without a version, each with the text that stands for it.
 */
export function usedBy(rows: readonly Omit<Covered, 'usedBy'>[], others: Others = {}): Covered[] {
  const named = new Map<string, UsedBy>();
  for (const [who, lines] of Object.entries(others) as [UsedBy['who'], Record<string, string>][])
    for (const [line, as] of Object.entries(lines)) named.set(line, { who, as });
  const covered = rows.map((row) => {
    const path = withoutVersion(row.path);
    return { ...row, usedBy: named.get(`${row.method} ${path}`) ?? { who: 'connector', as: lastWord(path) } } as const;
  });
  const used = new Set(covered.map((row) => row.usedBy));
  for (const [line, by] of named) if (!used.has(by)) throw new Error(`No row of the coverage is ${line}.`);
  return covered;
}

function withoutVersion(path: string): string {
  const isVersion = (part: string, index: number) => part.startsWith(':version(') || (index === 1 && part === 'v1.0');
  return path
    .split('/')
    .filter((part, index) => !isVersion(part, index))
    .join('/');
}

/** Of `/v2/things/:id` it is `things`, of `/xrpc/com.example.read` it is `read`. */
function lastWord(path: string): string {
  const words = path.replace(/:\w+/g, '').split(/[/.:]+/);
  return words.filter(Boolean).at(-1) ?? '';
}
