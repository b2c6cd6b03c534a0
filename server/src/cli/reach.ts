import { createHttpClient, open } from '@hubbub/guarded-http';

const client = createHttpClient({ policy: open });

/** The status of a response within two seconds; undefined when there is none. */
export async function statusOf(url: string): Promise<number | undefined> {
  const response = await client.request({ method: 'GET', url, timeoutMs: 2000 }).catch(() => undefined);
  return response?.status;
}

/** Whether the address responds with 200 within two seconds. */
export async function isReachable(url: string): Promise<boolean> {
  return (await statusOf(url)) === 200;
}
