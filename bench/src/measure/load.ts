import { Pool } from 'undici';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  /** Sends the requests, one at a time on each connection; returns their durations in milliseconds. */
  run(count: number): Promise<number[]>;
  close(): Promise<void>;
}

/** Keep-alive load on one server. Every response must have the status; another one ends the run. */
export function openLoad(url: string, concurrency: number, status: number, next: () => HttpRequest): Load {
  const pool = new Pool(url, { connections: concurrency, pipelining: 1, keepAliveTimeout: 60_000 });

  async function one(): Promise<number> {
    const startedMs = performance.now();
    const { statusCode, body } = await pool.request(next());
    const text = await body.text();
    if (statusCode !== status) throw new Error(`${url} answered ${statusCode}: ${text.slice(0, 500)}`);
    return performance.now() - startedMs;
  }

  return {
    async run(count) {
      const durations: number[] = [];
      let left = count;
      const worker = async () => {
        while (left-- > 0) durations.push(await one());
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      return durations;
    },
    close: () => pool.close(),
  };
}
