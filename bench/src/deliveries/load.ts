/** Deliveries in a round. */
export const DELIVERIES = 6000;
/** Requests that the naive sender has under way at once. */
export const CONCURRENCY = 64;

/** Where the deliveries of a round go. */
export const LOADS = {
  one: { title: 'To one endpoint', tenants: 1, endpoints: 1 },
  hundred: { title: 'To a hundred endpoints of two tenants', tenants: 2, endpoints: 100 },
} as const;
export type LoadName = keyof typeof LOADS;

/** A delivery as the naive sender gets it. */
export interface Job {
  readonly tenantId: string;
  readonly id: string;
}

/** An endpoint as the naive sender knows it. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}
