import { getEventsSummary } from './get-events-summary.ts';
import { listEvents } from './list-events.ts';
import { streamEvents } from './stream-events.ts';

export const eventOperations = [listEvents, getEventsSummary, streamEvents];
export { eventFields, exampleData, toEvent } from './event.ts';
export { eventCatalogue } from './event-catalogue.ts';
export { EVENT_TYPE_NAMES, EventTypeName, toEventType } from './event-types.ts';
export { eventRecords, record } from './record-events.repository.ts';
export { createEventWatch } from './watch.ts';
