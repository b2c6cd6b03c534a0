import { createHttpClient, open } from '../lib/http/index.ts';

const client = createHttpClient({ policy: open });

/** Whether something answers there with success within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const answer = await client.request({ method: 'GET', url, timeoutMs: 2000 }).catch(() => undefined);
  return answer?.status === 200;
}
