import { temporal } from '../../../lib/time-zone.ts';

/** An instant and its wall time in a zone. */
export interface WallTime {
  readonly at: Date;
  /** Date and time without an offset, as the caller sent it, also when the clocks skip that time. */
  readonly local: string;
}

/**
 * The instant of a wall time. A time that the clocks skip moves forward by the size of the gap. Of a time that comes
 * twice, the earlier one counts.
 */
export async function fromWallTime(local: string, zone: string): Promise<WallTime> {
  const { PlainDateTime } = await temporal();
  const plain = PlainDateTime.from(local.replace(' ', 'T')).round({
    smallestUnit: 'millisecond',
    roundingMode: 'trunc',
  });
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'compatible' });
  return { at: new Date(zoned.epochMilliseconds), local: plain.toString() };
}

/** The wall time of an instant in a zone, and the zone's offset from UTC, such as `+02:00`. */
export async function toWallTime(at: Date, zone: string): Promise<{ local: string; offset: string }> {
  const { Instant } = await temporal();
  const zoned = Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return { local: zoned.toPlainDateTime().toString(), offset: zoned.offset };
}
