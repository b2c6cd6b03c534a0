import { HttpFailure } from '@hubbub/guarded-http';
import { ApiError } from '../core/errors.ts';
import type { PlatformHttp } from '../core/session.ts';
import type { Database } from '../db/database.ts';
import { shortenTestPauses } from './simulator-clock.repository.ts';
import { callControl, type SimulatorControl } from './simulator-control.ts';

/** The time of the simulated platforms. Connectors calculate with the platform's clock. */
export interface SimulatorClock {
  readonly now: () => Date;
  /** Reads the time from every response of `http`. */
  readonly tracking: (http: PlatformHttp) => PlatformHttp;
}

export function createSimulatorClock(): SimulatorClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    tracking: (http) => ({
      async send(request) {
        const response = await http.send(request);
        const aheadSeconds = Number(response.headers['x-simulator-ahead-seconds'] ?? 0);
        if (Number.isFinite(aheadSeconds)) aheadMs = aheadSeconds * 1000;
        return response;
      },
    }),
  };
}

/** Moves the simulator's clock to the tenant's clock. The pauses of its apps shorten accordingly. */
export async function advanceSimulator(
  { system }: Database,
  simulator: SimulatorControl | undefined,
  tenantId: string,
  aheadSeconds: number,
): Promise<void> {
  if (simulator === undefined) return;
  const wish = { owner: tenantId, total_seconds: aheadSeconds };
  const { moved_seconds } = await callControl<{ moved_seconds: number }>(simulator, 'POST', 'clock', wish).catch(
    (error: unknown) => {
      if (!(error instanceof HttpFailure)) throw error;
      const wrapped = new ApiError(
        'unavailable',
        'The simulator is not reachable right now; the clock was not moved.',
        { retry_after: 1 },
      );
      wrapped.cause = error;
      throw wrapped;
    },
  );
  if (moved_seconds > 0) await shortenTestPauses(system, moved_seconds);
}
