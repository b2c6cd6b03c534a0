import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTestFile, ROOT, sourcesIn } from '../sources.ts';
import { growthOf } from './ambiguity.ts';
import { literalsIn, madeByLoading } from './literals.ts';

const sources = ['server/src', 'packages', 'sdk/src', 'simulator/src']
  .flatMap(sourcesIn)
  .filter(({ path }) => /(^|\/)src\//.test(path) && !isTestFile(path));

describe('the analysis', () => {
  test.each<[string, readonly RegExp[]]>([
    [
      'exponential',
      [/^(a*)*$/, /(a|a)*b/, /^(a|aa)+$/, /(a|aa){20}b/, /(x+x+)+y/, /^(\w+\s?)*$/, /^\s*(?:<!--[\s\S]*?-->\s*)*<x/],
    ],
    [
      'polynomial',
      [/a*b/, /\d+$/, /#.*$/, /<[^>]*>/, /^\d*\.?\d+$/, /^.*x.*y/, /a{1,50}a{1,50}b/y, /<b>[\s\S]*?<\/b>/g, /(a+b)?/g],
    ],
    ['polynomial', [/a(.*x)?/g, /^(?:a(?:.*x)?)*/, /(?=a*)b/, /(?=a*x)b/]],
    ['linear', [/<[^<>]*>/, /^\d+$/, /a*/g, /(?<!a)a+b/, /\b\w+!/, /^(?:\w+\s)*\w+$/, /^[^x]*x[^y]*y/, /(?:a|b)*?c/y]],
  ])('%s', (growth, expressions) => {
    for (const expression of expressions)
      expect({ expression, growth: growthOf(expression) }).toEqual({ expression, growth });
  });
});

/** Expressions that are made when a function runs, by example. */
const MADE_LATER: Readonly<Record<string, readonly RegExp[]>> = {
  'server/src/http/server.ts': [/^\/v1\/conversations\/[^/]+\/messages\/[^/]+\/?$/],
  'simulator/src/core/calls/route-table.ts': [/^bot([\s\S]+)$/, /^(^v\d+\.\d+$)$/],
  'simulator/src/platforms/twitter/limits.ts': [/^\/2\/users\/[^/]+\/following\/[^/]+\/?$/],
};

/** Expressions that are not linear, with the bound that makes their worst case cost under 5 ms. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String(/-?\(|\)|-?"(?:[^"\\]|\\.)*"|[^\s()]+/g)]: 'a search of the simulated X: queryLengthMax, 512 characters',
};

describe('every expression is linear in the length of its text', () => {
  test('those that are written out', () => {
    const growths = new Map<string, string>();
    const found = sources.flatMap(({ path, text }) =>
      literalsIn(text).flatMap((expression) => {
        const name = `/${expression.source}/${expression.flags}`;
        const growth = growths.get(name) ?? growthOf(expression);
        growths.set(name, growth);
        return growth === 'linear' || name in BOUNDED ? [] : [`${path}: ${name} is ${growth}`];
      }),
    );
    expect(growths.size).toBeGreaterThan(400);
    expect(found).toEqual([]);
    expect(Object.keys(BOUNDED).filter((name) => !growths.has(name))).toEqual([]);
  });

  test('those that are made from text', async () => {
    for (const { path, text } of sources) {
      const places = text.match(/\bRegExp\(/g)?.length ?? 0;
      if (places === 0) continue;
      const made = await madeByLoading(join(ROOT, path));
      const later = MADE_LATER[path] ?? [];
      const placesSeen = new Set(made.map(({ place }) => place)).size + Math.sign(later.length);
      expect({ path, placesSeen }).toEqual({ path, placesSeen: places });
      for (const { source, flags } of [...made, ...later])
        expect({ path, source, growth: growthOf({ source, flags }) }).toEqual({ path, source, growth: 'linear' });
    }
  });
});
