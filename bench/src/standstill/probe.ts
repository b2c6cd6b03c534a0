import { Agent, get } from 'node:http';
import { workerData } from 'node:worker_threads';

export interface ProbeData {
  readonly url: string;
  /** One number: the longest response since it was last set to 0, in microseconds. */
  readonly longest: SharedArrayBuffer;
}

/** Asks `/health/live` again and again on one connection. The service answers it without any work. */
const { url, longest } = workerData as ProbeData;
const microseconds = new Int32Array(longest);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(): void {
  const startedMs = performance.now();
  get(`${url}/health/live`, { agent }, (response) => {
    response.resume();
    response.on('end', () => {
      const took = Math.round((performance.now() - startedMs) * 1000);
      if (took > Atomics.load(microseconds, 0)) Atomics.store(microseconds, 0, took);
      setTimeout(ask, 1);
    });
  }).on('error', () => setTimeout(ask, 1));
}
ask();
