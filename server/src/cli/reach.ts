import { createHttpClient, open } from '@hubbub/guarded-http';

const client = createHttpClient({ policy: open });

/** Whether the address responds with 200 within two seconds. */
export async function isReachable(url: string): Promise<boolean> {
  const response = await client.request({ method: 'GET', url, timeoutMs: 2000 }).catch(() => undefined);
  return response?.status === 200;
}
