import { listEvents } from './list-events.ts';

export const eventOperations = [listEvents];
export { record } from './event-log.ts';
export { EVENT_TYPE_NAMES, toEventType } from './event-types.ts';
