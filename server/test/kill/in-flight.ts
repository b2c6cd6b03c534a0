import { actionInHand } from './actions.ts';
import type { Customer } from './customer.ts';
import type { KillCounts } from './kill-counts.ts';
import type { HeldCall, Platforms } from './platforms.ts';

interface Waiting {
  readonly found: (held: readonly HeldCall[]) => HeldCall | undefined;
}

/** Once the first call is there the others have this much time: it ends when its client gives up. */
interface Patience {
  readonly firstMs: number;
  readonly othersMs: number;
}

/** Waits until the call that each one waits for is held, and says whose did not come. */
export async function awaitCalls<Who extends Waiting>(
  platforms: Platforms,
  waiting: readonly Who[],
  { firstMs, othersMs }: Patience,
): Promise<{ readonly calls: readonly HeldCall[]; readonly missing: readonly Who[] }> {
  let deadline = performance.now() + firstMs;
  let isFirst = true;
  for (;;) {
    const held = await platforms.held(1);
    const missing = waiting.filter(({ found }) => found(held) === undefined);
    if (isFirst && missing.length < waiting.length) {
      isFirst = false;
      deadline = performance.now() + othersMs;
    }
    if (missing.length === 0 || performance.now() > deadline) {
      return { calls: waiting.flatMap(({ found }) => found(held) ?? []), missing };
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Counts each call under the state that the journal gives for its action. */
export async function countCalls(
  customer: Customer,
  killCounts: KillCounts,
  calls: readonly HeldCall[],
  how: 'killed' | 'stopped',
): Promise<void> {
  for (const call of calls) {
    const action = await actionInHand(customer, call.account ?? '');
    if (action?.state) killCounts.add(call, action.kind, action.state, how);
  }
}
