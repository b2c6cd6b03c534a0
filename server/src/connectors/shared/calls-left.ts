import type { CallsLeft } from '../../core/connector.ts';

/** The state of a window of calls from the texts of its headers; undefined when one of them is missing or invalid. */
export function toCallsLeft(
  limit: string | undefined,
  remaining: string | undefined,
  resetSeconds: number | undefined,
): CallsLeft | undefined {
  if (resetSeconds === undefined || !isCount(limit) || !isCount(remaining)) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetSeconds };
}

function isCount(text: string | undefined): boolean {
  return /^\d{1,9}$/.test(text ?? '');
}
