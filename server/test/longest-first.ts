import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, in the order in which they start. A long file that starts last keeps one worker busy while
 * the others have nothing left to do. Measured with `npx vitest run --reporter=json`; all other files take less.
 */
const LONGEST = [
  'server/test/kill/kill.wide.test.ts',
  'server/test/crash/',
  'server/test/kill/every-platform.wide.test.ts',
  'server/test/growth/',
  'server/test/docs-on-a-clone.wide.test.ts',
  'server/test/promises/',
  'server/test/deploy/production-install.wide.test.ts',
  'server/src/moving/move-workspace.wide.test.ts',
  'server/test/kill/',
  'server/test/backup/',
  'sdk/test/packed.wide.test.ts',
  'server/test/rejections.test.ts',
  'server/test/start/',
  'server/test/isolation.test.ts',
  'server/src/features/comments/',
  'server/test/concurrent-requests.test.ts',
  'server/test/database/',
  'simulator/src/platforms/instagram/durability.test.ts',
  'server/src/features/media/',
  'packages/file-storage/',
  'server/src/features/events/stream.test.ts',
  'server/src/inbound/polling.test.ts',
  'server/src/inbound/turns.test.ts',
  'server/test/connections.test.ts',
  'server/test/fuzz.test.ts',
  'server/test/connectors/',
];

/** Configurations of `startTestService` that many files share; these files come last, one configuration after the other. */
const SHARED = ["{ POLL_SECONDS: '3600' }", ''];

/**
 * Starts the longest files first. Files that share a configuration follow each other, so that a worker keeps its
 * service. Files with modules of their own come before all others, because a worker ends before such a file.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map((file) => [file, rankOf(file)]));
    // Stable: equal ranks keep the order that the base class gave them.
    return (await super.sort(files)).sort((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1;
  const index = LONGEST.findIndex((path) => moduleId.includes(`/${path}`));
  if (index !== -1) return index;
  const configuration = /\bstartTestService\(([^)]*)\)/.exec(readFileSync(moduleId, 'utf8'))?.[1];
  return LONGEST.length + 1 + (configuration === undefined ? -1 : SHARED.indexOf(configuration));
}
