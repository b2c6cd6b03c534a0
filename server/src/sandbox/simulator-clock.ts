import { sql } from 'kysely';
import { ApiError } from './core/errors.ts';
import type { PlatformHttp } from './core/session.ts';
import type { Database } from './db/database.ts';
import { createHttpClient, open } from './lib/http/index.ts';

/** The time of the simulated platforms, as their answers tell it: connectors reckon with the clock of the platform. */
export interface SimulatorClock {
  readonly now: () => Date;
  readonly listening: (http: PlatformHttp) => PlatformHttp;
}

export function createSimulatorClock(): SimulatorClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    listening: (http) => ({
      async send(request) {
        const answer = await http.send(request);
        const told = Number(answer.headers['x-simulator-ahead-seconds'] ?? 0);
        if (Number.isFinite(told)) aheadMs = told * 1000;
        return answer;
      },
    }),
  };
}

const control = createHttpClient({ policy: open });

/** Moves the simulator's clock as far as the tenant has moved its own. Pauses of its apps pass with it. */
export async function advanceSimulator(
  { system }: Database,
  simulatorUrl: string | undefined,
  tenantId: string,
  aheadSeconds: number,
): Promise<void> {
  if (simulatorUrl === undefined) return;
  const answer = await control
    .request({
      method: 'POST',
      url: `${simulatorUrl}/control/clock`,
      body: { json: { owner: tenantId, total_seconds: aheadSeconds } },
      timeoutMs: 15_000,
    })
    .catch((error: unknown) => {
      const wrapped = new ApiError(
        'unavailable',
        'The simulator is not reachable right now; the clock was not moved.',
        {
          retry_after: 1,
        },
      );
      wrapped.cause = error;
      throw wrapped;
    });
  if (answer.status >= 300)
    throw new Error(`the simulator refused to move its clock: ${answer.status} ${answer.text().slice(0, 300)}`);
  const { moved_seconds } = answer.json() as { moved_seconds: number };
  if (moved_seconds > 0)
    await system.run(sql`
      update app_pauses p set until = p.until - ${moved_seconds}::float8 * interval '1 second', since = p.since - ${moved_seconds}::float8 * interval '1 second'
      from platform_apps a where a.mode = 'test' and a.platform = p.platform and a.client_id = p.app_id`);
}
