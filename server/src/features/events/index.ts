import { listEvents } from './list-events.ts';

export const eventOperations = [listEvents];
export { EVENT_TYPE_NAMES, toEventType } from './event-types.ts';
export { eventRecords, record } from './record-events.repository.ts';
