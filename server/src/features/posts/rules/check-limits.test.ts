import { describe, expect, test } from 'vitest';
import { connectors } from '../../../connectors/index.ts';
import { sheetConnectors } from '../other-platforms.fixture.ts';
import { BREAKERS } from './broken-posts.fixture.ts';
import { issuesOf, PART_RULES, POST_RULES } from './check-limits.ts';
import { contentOn, type KnownMedia } from './checked-content.ts';
import { validPost, variantsOf } from './valid-posts.fixture.ts';

const rules = [...PART_RULES, ...POST_RULES];
const publishers = Object.values(connectors).filter(({ publishing }) => publishing !== undefined);
const everySheet = [...publishers, ...sheetConnectors];

describe('each rule of each data sheet', () => {
  for (const connector of everySheet) {
    for (const variant of variantsOf(connector)) {
      test(`${variant.name} accepts the content that its sheet requires`, () => {
        const issues = issuesOf(connector, contentOn(connector.platform, validPost(variant), {}, new Map()));
        expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      });

      for (const { id, severity } of rules) {
        const broken = BREAKERS[id]?.(variant);
        if (broken === undefined) continue;
        test(`${variant.name}: ${id}`, () => {
          const known: KnownMedia = new Map(Object.entries(broken.uploads ?? {}));
          const issues = issuesOf(connector, contentOn(connector.platform, broken.post, broken.own ?? {}, known));
          const found = issues.find((issue) => issue.rule === id);
          const expected = {
            severity,
            field: broken.field,
            message: expect.stringContaining(`${connector.displayName}: `),
          };
          expect(found, JSON.stringify(issues)).toMatchObject(expected);
          expect(found?.limit).toBe(broken.limit);
          // One thing that is wrong is one issue, but for contents that cannot help breaking two rules.
          expect(issues.filter((issue) => issue.severity === 'error' && issue.rule !== id).length).toBeLessThanOrEqual(
            1,
          );
        });
      }
    }
  }
});

test('every rule has a content that breaks it and a sheet that it applies to', () => {
  expect(Object.keys(BREAKERS).sort()).toEqual(rules.map(({ id }) => id).sort());
  const variants = everySheet.flatMap(variantsOf);
  const idle = rules.filter(({ id }) => variants.every((variant) => BREAKERS[id]?.(variant) === undefined));
  expect(
    idle.map(({ id }) => id),
    'No sheet has this limit; the rule is proven by nothing.',
  ).toEqual([]);
});
