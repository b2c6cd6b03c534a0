import type { Delivery, LedgerEntry } from './environment.ts';

/** The effects on the platforms and the events at the receiver, ordered by time. */
export function timeline(entries: readonly LedgerEntry[], deliveries: readonly Delivery[]): string {
  const rows = [
    ...entries.map(({ at, platform, kind, text }) => ({
      at,
      where: platform,
      event: `${kind}  ${JSON.stringify(text)}`,
    })),
    ...deliveries.map(({ at, event, verified }) => ({
      at,
      where: 'receiver',
      event: `${event}  ${verified ? 'verified' : 'NOT VERIFIED'}`,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const start = Date.parse(rows[0]?.at ?? '');
  return rows
    .map(
      ({ at, where, event }) =>
        `  +${((Date.parse(at) - start) / 1000).toFixed(2).padStart(5)} s  ${where.padEnd(10)} ${event}`,
    )
    .join('\n');
}
