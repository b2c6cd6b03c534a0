import type { Route } from '../platform.ts';

export interface FoundRoute {
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
  readonly route: Route;
  readonly parts: readonly Part[];
}

/**
 * Finds a platform's routes by method, host and path. Of Fastify's path syntax it knows `:name`, `:name(pattern)`, a
 * text before a name, and `::` for a colon. Routes of Fastify's own would hold 40 KB each, and there are hundreds.
 */
export class RouteTable {
  readonly #entries = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const parts = partsOf(route.path);
      const key = keyOf(route.method, route.host, parts.length);
      const alike = this.#entries.get(key) ?? [];
      this.#entries.set(key, alike);
      alike.push({ route, parts });
    }
    for (const alike of this.#entries.values()) alike.sort(byRank);
  }

  /** `path`: as it was sent, without query. A slash at the end of either path does not count. */
  find(method: string, host: string, path: string): FoundRoute | undefined {
    const texts = textsOf(path).map(decodeURIComponent);
    for (const { route, parts } of this.#entries.get(keyOf(method, host, texts.length)) ?? []) {
      const params = paramsOf(parts, texts);
      if (params) return { route, params };
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

/** Worlds have the same paths, so each is read once. */
const known = new Map<string, readonly Part[]>();

function partsOf(path: string): readonly Part[] {
  const parts = known.get(path) ?? textsOf(path).map(partOf);
  known.set(path, parts);
  return parts;
}

function partOf(source: string): Part {
  const names: string[] = [];
  const pattern = source.replace(/::|:(\w+)(?:\((.*?)\))?|[^:]+/g, (found, name?: string, inner = '[^]+') => {
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
