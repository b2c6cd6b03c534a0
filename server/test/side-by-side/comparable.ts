import type { Body } from '../harness.ts';
import type { Day } from './day.ts';

const HOUR_MS = 3_600_000;
/** Times on either side of the beginning. */
const YEAR_MS = 366 * 24 * HOUR_MS;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)/g;
/** A post's picture is known from the moment when the post was first read, which may be before or after a comment. */
const LATE = 'thumbnail';
/** What may be an id within a text. */
const WORD = /[\w:.@-]{8,}/g;
const ID_KEY = /(^|_)(ids?|url|uri|permalink|key|account)$/;

/**
 * The traces of a day that began at `startMs`, so that another run has the same: items stand in the order of their
 * words, times are whole hours since the beginning, and an id is called after the place where it is first met.
 */
export function comparable({ world, traces }: Day, startMs: number): Body {
  const ids = new Set<string>();
  const here: Day['traces'] = JSON.parse(JSON.stringify(traces).replaceAll(world, 'https://world.test'));
  for (const items of Object.values(here)) collectIds(items, '', ids);
  const names = new Map<string, string>();

  const hour = (ms: number) => `hour ${Math.round((ms - startMs) / HOUR_MS)}`;
  const isNear = (ms: number) => Math.abs(ms - startMs) < YEAR_MS;

  const shown = (value: Body, key: string, nameOf: (id: string, key: string) => string): Body => {
    if (Array.isArray(value)) return value.map((item) => shown(item, key, nameOf));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value)
          .filter(([inner]) => inner !== LATE)
          .map(([inner, part]) => [inner, shown(part, inner, nameOf)]),
      );
    if (typeof value === 'number') {
      if (ID_KEY.test(key)) return nameOf(String(value), key);
      if (key.endsWith('_seconds')) return `${Math.round((value * 1000) / HOUR_MS)} hours`;
      return isNear(value) ? hour(value) : isNear(value * 1000) ? hour(value * 1000) : value;
    }
    if (typeof value !== 'string') return value;
    if (ids.has(value)) return nameOf(value, key);
    return value
      .replace(TIME, (time) => hour(Date.parse(time)))
      .replace(WORD, (word) => (ids.has(word) ? nameOf(word, key) : word));
  };
  const named = (id: string, key: string): string => {
    const name = names.get(id) ?? `${key} ${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  return Object.fromEntries(
    Object.entries(here).map(([what, items]) => {
      const rows = items.map((item) => ({ item, words: JSON.stringify(shown(item, '', () => '')) }));
      rows.sort((one, other) => (one.words < other.words ? -1 : one.words > other.words ? 1 : 0));
      return [what, rows.map(({ item }) => shown(item, '', named))];
    }),
  );
}

function collectIds(value: Body, key: string, ids: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectIds(item, key, ids);
  else if (value !== null && typeof value === 'object')
    for (const [inner, part] of Object.entries(value)) collectIds(part, inner, ids);
  else if (['string', 'number'].includes(typeof value) && value !== '' && ID_KEY.test(key)) ids.add(String(value));
}
