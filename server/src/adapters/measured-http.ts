import { monotonicMs } from '../core/clock.ts';
import { platformCalled } from '../core/observing/channels.ts';
import { PlatformError } from '../core/platform-error.ts';
import type { PlatformHttp } from '../core/session.ts';

/** Tells how each call ended and how long it took. */
export function measured(http: PlatformHttp, platform: string, mode: 'live' | 'test'): PlatformHttp {
  return {
    async send(request) {
      const startedMs = monotonicMs();
      const tell = (status: number | undefined, mayHaveArrived = false) =>
        platformCalled.publish({ platform, mode, status, mayHaveArrived, durationMs: monotonicMs() - startedMs });
      try {
        const response = await http.send(request);
        tell(response.status);
        return response;
      } catch (error) {
        tell(undefined, error instanceof PlatformError && error.kind === 'unknown');
        throw error;
      }
    },
  };
}
