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
  'server/src/features/posts/rules/',
  'server/test/start/',
  'server/src/features/media/',
  'packages/file-storage/',
  'server/test/shape.test.ts',
  'server/src/features/events/stream.test.ts',
  'server/src/features/comments/',
  'server/src/inbound/',
  'server/test/isolation.test.ts',
  'server/test/fuzz.test.ts',
  'server/test/connectors/',
];

/** Starts the longest files first, then the others in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.includes(`/${path}`));
      return index === -1 ? LONGEST.length : index;
    };
    // Stable: equal ranks keep the order that the base class gave them.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
