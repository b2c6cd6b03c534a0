import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 5000;

/**
 * Awaits what is nice to know about a post that is out, such as its address: neither a refusal nor silence here may
 * turn the success into anything else.
 */
export async function bestEffort<Value>(read: Promise<Value>): Promise<Value | undefined> {
  const answer = read.catch(() => undefined);
  const giveUp = new AbortController();
  const silence = sleep(WAIT_MS, undefined, { signal: giveUp.signal }).catch(() => undefined);
  return await Promise.race([answer, silence]).finally(() => giveUp.abort());
}
