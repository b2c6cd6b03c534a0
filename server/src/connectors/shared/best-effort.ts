import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 5000;

/**
 * Reads an extra about something that has succeeded, such as the address of a published post. Gives undefined after an
 * error or five seconds, because neither may turn the success into anything else.
 */
export async function bestEffort<Value>(read: Promise<Value>): Promise<Value | undefined> {
  const value = read.catch(() => undefined);
  const timer = new AbortController();
  const timeout = sleep(WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  return await Promise.race([value, timeout]).finally(() => timer.abort());
}
