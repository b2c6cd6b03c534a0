import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A file of the repository with the modules that it imports; our own as paths from the root. */
export interface Source {
  /** From the root, with slashes: `server/src/startup/app.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Files below a folder, in order; nothing of node_modules. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|data|generated|dist)\//.test(path))
    .sort();
}

/** The TypeScript files below a folder. */
export function sourcesIn(folder: string): Source[] {
  return filesIn(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const found = code.matchAll(/^(?:import|export|\})[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    return name.startsWith('.') ? relative(ROOT, resolve(ROOT, path, '..', name)).replaceAll('\\', '/') : name;
  });
}

/** Files that belong to tests only. */
export function isTestFile(path: string): boolean {
  return /\.(test|fake|fixture|vectors)\.ts$|\/test-support\.ts$|\/testing\.ts$|^server\/test\//.test(path);
}

/** The first cycle among the imports, as the files along it; undefined when there is none. */
export function cycleIn(sources: readonly Source[]): string[] | undefined {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    trail.push(path);
    for (const next of byPath.get(path)?.imports ?? []) {
      const cycle = byPath.has(next) ? visit(next) : undefined;
      if (cycle !== undefined) return cycle;
    }
    trail.pop();
    done.add(path);
    return undefined;
  };
  for (const { path } of sources) {
    const cycle = visit(path);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
