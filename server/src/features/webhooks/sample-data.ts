import { EVENT_TYPES, type EventData, type EventType } from '../../core/event.ts';

/** The `data` of an event of this type as its receivers know it, with invented ids, people and texts. */
export function sampleOf(type: EventType, platform: string, at: Date, livemode: boolean): EventData {
  return EVENT_TYPES[type].example({ platform, at: at.toISOString(), livemode });
}
