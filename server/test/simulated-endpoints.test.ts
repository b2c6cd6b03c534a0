import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { platforms } from '../../simulator/src/platforms/index.ts';
import { filesIn, ROOT } from './sources.ts';

/** Lines of code and of documentation, without comments. */
function textOf(...folders: readonly string[]): string {
  const isTest = (path: string) => /\.(test|fake)\.ts$/.test(path);
  const isJudge = (path: string) => /judge/.test(path);
  return folders
    .flatMap((folder) => (/\.\w+$/.test(folder) ? [folder] : filesIn(folder)))
    .filter((path) => /\.(ts|md)$/.test(path) && (!isTest(path) || isJudge(path)))
    .map((path) => readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''))
    .join('\n');
}

const connectors = 'server/src/connectors';
/** Platforms whose caller is more or other than the connector of their name. */
const callers: Readonly<Record<string, readonly string[]>> = {
  ai: ['server/src/adapters/ai'],
  stripe: ['server/src/adapters/stripe.ts'],
  linkedin: [`${connectors}/linkedin`, `${connectors}/linkedin_page`],
  linkedin_page: [`${connectors}/linkedin`, `${connectors}/linkedin_page`],
};

const judges = textOf(...filesIn('simulator').filter((path) => /judge.*\.test\.ts$/.test(path)));
const tours = textOf('docs', 'README.md', 'server/src/demo', 'server/src/cli');

/** As a whole: behind a quote, a slash, a dot, a space or a closing brace, and followed by no letter. */
function stands(as: string, text: string): boolean {
  const parts = text.split(as);
  return parts.slice(1).some((after, index) => !/^\w/.test(after) && /[\s'"`/.}]$/.test(parts[index] ?? ''));
}

describe.each(platforms.map((platform) => [platform.name, platform] as const))('%s', (name, { coverage }) => {
  const ours = textOf(...(callers[name] ?? [`${connectors}/${name}`]), `${connectors}/shared`);
  const sources = { connector: ours, judge: judges, tour: tours };

  test('has only endpoints that somebody calls', () => {
    const uncalled = coverage.filter(({ method, usedBy: { who, as } }) => {
      if (who === 'planned') return !/^[a-zA-Z ]{5,}$/.test(as);
      const isRead = who !== 'connector' || name === 'stripe' || method === 'GET' || stands(`'${method}'`, ours);
      return !isRead || (as !== '' && !stands(as, sources[who]));
    });
    const shown = uncalled.map(({ method, path, usedBy: { who, as } }) => `${method} ${path}: ${who} (${as})`);
    expect(shown, 'Remove the endpoint, or name its caller with `usedBy` in its coverage.ts.').toEqual([]);
  });
});
