import type { Route } from '../platform.ts';

interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** One part of a path between slashes: a fixed text, or names with what may stand for them. */
interface Part {
  readonly text: string;
  readonly names: readonly string[];
  readonly pattern: RegExp | undefined;
}

interface Entry {
  /** The route's place in the list. */
  readonly place: number;
  readonly parts: readonly Part[];
}

/** Worlds have the same routes, so each list of addresses is read once. */
const known = new Map<string, ReadonlyMap<string, readonly Entry[]>>();

/**
 * Finds a platform's routes by method, host and path. Of Fastify's path syntax it knows `:name`, `:name(pattern)`, a
 * text before a name, and `::` for a colon. Routes of Fastify's own would hold 40 KB each, and there are hundreds.
 */
export class RouteTable {
  readonly #routes: readonly Route[];
  readonly #entries: ReadonlyMap<string, readonly Entry[]>;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    const addresses = routes.map(({ method, host, path }) => `${method} ${host} ${path}`).join('\n');
    this.#entries = known.get(addresses) ?? entriesOf(routes);
    known.set(addresses, this.#entries);
  }

  /** `path`: as it was sent, without query. A slash at the end of either path does not count. */
  find(method: string, host: string, path: string): FoundRoute | undefined {
    const texts = textsOf(path).map(decodeURIComponent);
    for (const { place, parts } of this.#entries.get(keyOf(method, host, texts.length)) ?? []) {
      const params = paramsOf(parts, texts);
      if (params) return { route: this.#routes[place] as Route, params };
    }
    return undefined;
  }
}

function textsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function keyOf(method: string, host: string, length: number): string {
  return `${method} ${host} ${length}`;
}

/** Those that may be meant, by method, host and number of parts. */
function entriesOf(routes: readonly Route[]): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>();
  for (const [place, { method, host, path }] of routes.entries()) {
    const parts = textsOf(path).map(partOf);
    const key = keyOf(method, host, parts.length);
    entries.set(key, [...(entries.get(key) ?? []), { place, parts }].sort(byRank));
  }
  return entries;
}

function partOf(source: string): Part {
  const names: string[] = [];
  const pattern = source.replace(/::|:(\w+)(?:\(([^()]*)\))?|[^:]+/g, (found, name?: string, inner = '[^]+') => {
    if (name === undefined) return found === '::' ? ':' : RegExp.escape(found);
    names.push(name);
    return `(${inner})`;
  });
  const text = source.replaceAll('::', ':');
  return { text, names, pattern: names.length === 0 ? undefined : new RegExp(`^${pattern}$`) };
}

function paramsOf(parts: readonly Part[], texts: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, { text, names, pattern }] of parts.entries()) {
    const given = texts[index] ?? '';
    if (pattern === undefined && given !== text) return undefined;
    if (pattern === undefined) continue;
    const found = pattern.exec(given);
    if (!found) return undefined;
    for (const [position, name] of names.entries()) params[name] = found[position + 1] ?? '';
  }
  return params;
}

/** From the left, a fixed text comes before a name with a pattern or a text around it, and that before a bare name. */
function byRank(a: Entry, b: Entry): number {
  for (const [index, part] of a.parts.entries()) {
    const difference = rankOf(part) - rankOf(b.parts[index] ?? part);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rankOf({ text, pattern }: Part): number {
  if (pattern === undefined) return 0;
  return /^:\w+$/.test(text) ? 2 : 1;
}
