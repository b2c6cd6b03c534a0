import type { Delivery, LedgerEntry } from './stage.ts';

/** What happened outside, in the order of its times: effects on the platforms, and events at the receiver. */
export function timeline(entries: readonly LedgerEntry[], deliveries: readonly Delivery[]): string {
  const rows = [
    ...entries.map(({ at, platform, kind, text }) => ({
      at,
      where: platform,
      what: `${kind}  ${JSON.stringify(text)}`,
    })),
    ...deliveries.map(({ at, event, verified }) => ({
      at,
      where: 'receiver',
      what: `${event}  ${verified ? 'verified' : 'NOT VERIFIED'}`,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const start = Date.parse(rows[0]?.at ?? '');
  return rows
    .map(
      ({ at, where, what }) =>
        `  +${((Date.parse(at) - start) / 1000).toFixed(2).padStart(5)} s  ${where.padEnd(10)} ${what}`,
    )
    .join('\n');
}
