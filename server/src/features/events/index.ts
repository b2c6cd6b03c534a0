import { listEvents } from './list-events.ts';

export const eventOperations = [listEvents];
export { queueDeliveries, record, rowsOf } from './event-log.ts';
export { EVENT_TYPE_NAMES, toEventType } from './event-types.ts';
