import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { platforms } from '../platforms/index.ts';
import { operations } from './calls/operations.ts';
import { RouteTable } from './calls/route-table.ts';
import { openTestWorld } from './testing.ts';

describe.each(platforms.map((platform) => [platform.name, platform] as const))(
  '%s: coverage.ts',
  async (_name, platform) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-coverage-'));
    const core = await openTestWorld(dataDir, { platforms: [platform] });
    const routes = core.platforms.get(platform.name)?.open.routes ?? [];
    core.close();
    rmSync(dataDir, { recursive: true });
    const named = ({ method, host, path }: { method: string; host: string; path: string }) =>
      `${method} ${host} ${path}`;

    test('names every route, and nothing that is no route', () => {
      expect(platform.coverage.map(named).sort()).toEqual(routes.map(named).sort());
    });

    test('each route is found at its path, with what stands for its names', () => {
      const table = new RouteTable(routes);
      const sampleOf = (name: string) => (name === 'version' ? 'v25.0' : `a b/${name}`);
      for (const route of routes) {
        const params: Record<string, string> = {};
        const path = route.path.replace(/::|:(\w+)(\(.*?\))?/g, (_found, name?: string) => {
          if (name === undefined) return ':';
          params[name] = sampleOf(name);
          return encodeURIComponent(params[name]);
        });
        const bare = path.replace(/\/$/, '');
        for (const sent of [bare, `${bare}/`])
          expect(table.find(route.method, route.host, sent), sent).toEqual({ route, params });
      }
    });

    test('gives each route the operation that it has', () => {
      for (const route of routes) {
        if (typeof route.operation === 'function') continue;
        const covered = platform.coverage.find((row) => named(row) === named(route));
        expect(covered?.operation, named(route)).toBe(route.operation);
      }
    });

    test.each(platform.coverage.map((row) => [named(row), row] as const))(
      '%s has documentation and a date',
      (_route, row) => {
        expect(row.documentation).toMatch(/^https:\/\//);
        expect(row.checked).toMatch(/^20\d\d-\d\d-\d\d$/);
        expect(Object.keys(platform.hosts)).toContain(row.host);
        for (const operation of [row.operation].flat()) expect(operations).toContain(operation);
      },
    );
  },
);
