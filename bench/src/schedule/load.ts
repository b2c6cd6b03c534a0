/** 10,000 targets spread over one second; 100 accounts with as many each, 90 of them of one tenant. */
export const TARGETS = 10_000;
export const ACCOUNTS = 100;
export const LARGE_ACCOUNTS = 90;
export const SMALL_TENANTS = ACCOUNTS - LARGE_ACCOUNTS;
export const CONCURRENCY = 50;
/** What the fake platform takes for a call. */
export const CALL_MS = 5;

export interface Due {
  readonly number: number;
  /** The first ones belong to the large tenant. */
  readonly account: number;
  readonly dueMs: number;
}

/** Each account's targets lie evenly in the second that begins at `firstMs`. */
export function dueFrom(firstMs: number): Due[] {
  return Array.from({ length: TARGETS }, (_, number) => ({
    number,
    account: number % ACCOUNTS,
    dueMs: firstMs + Math.floor((number * 1000) / TARGETS),
  }));
}

export const isSmall = ({ account }: Due) => account >= LARGE_ACCOUNTS;
