/** 10,000 targets spread over one second: 9,000 of one tenant on 90 accounts, and ten of each of 100 tenants. */
export const TARGETS = 10_000;
export const LARGE_ACCOUNTS = 90;
export const SMALL_TENANTS = 100;
/** The duration of a call to the fake platform. */
export const CALL_MS = 5;

export interface Due {
  readonly number: number;
  /** The first ones belong to the large tenant. */
  readonly account: number;
  readonly dueMs: number;
}

/** The targets of each account are spread evenly over the second from `firstMs` on: each tenth is of a small tenant. */
export function dueFrom(firstMs: number): Due[] {
  return Array.from({ length: TARGETS }, (_, number) => ({
    number,
    account: accountOf(number),
    dueMs: firstMs + Math.floor((number * 1000) / TARGETS),
  }));
}

function accountOf(number: number): number {
  const [ten, place] = [Math.floor(number / 10), number % 10];
  return place === 9 ? LARGE_ACCOUNTS + (ten % SMALL_TENANTS) : (ten * 9 + place) % LARGE_ACCOUNTS;
}

export const isSmall = ({ account }: Due) => account >= LARGE_ACCOUNTS;

export interface Platform {
  readonly url: string;
  arrivals(): Promise<[number: number, atMs: number][]>;
}

export interface EngineFigures {
  readonly due: readonly Due[];
  /** The start time of each target, if the engine reports it. */
  readonly claims?: readonly (readonly [number: number, atMs: number])[];
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
}
