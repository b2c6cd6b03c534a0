/** 10,000 targets spread over one second; 100 accounts with as many each, 90 of them of one tenant. */
export const TARGETS = 10_000;
export const ACCOUNTS = 100;
export const LARGE_ACCOUNTS = 90;
export const SMALL_TENANTS = ACCOUNTS - LARGE_ACCOUNTS;
export const CONCURRENCY = 50;
/** The duration of a call to the fake platform. */
export const CALL_MS = 5;

export interface Due {
  readonly number: number;
  /** The first ones belong to the large tenant. */
  readonly account: number;
  readonly dueMs: number;
}

/** The targets of each account are spread evenly over the second from `firstMs` on. */
export function dueFrom(firstMs: number): Due[] {
  return Array.from({ length: TARGETS }, (_, number) => ({
    number,
    account: number % ACCOUNTS,
    dueMs: firstMs + Math.floor((number * 1000) / TARGETS),
  }));
}

export const isSmall = ({ account }: Due) => account >= LARGE_ACCOUNTS;
