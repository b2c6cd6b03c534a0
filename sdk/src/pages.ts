import type { CallOptions, Pages } from './types.ts';

interface Page {
  readonly data: readonly unknown[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** The first page as a promise that is an iterable of all items, too. A page is asked for when the one before is used up. */
export function pagesOf(
  ask: (input: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<unknown>,
  input: Readonly<Record<string, unknown>> = {},
  options?: CallOptions,
): Pages<unknown, unknown> {
  const first = ask(input, options);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = (await first) as Page;
      while (true) {
        yield* page.data;
        if (!page.cursor) return;
        page = (await ask({ ...input, cursor: page.cursor }, options)) as Page;
      }
    },
  });
}
