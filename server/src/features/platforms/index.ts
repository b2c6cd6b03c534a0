import { getPostConstraints } from './get-post-constraints.ts';
import { listPlatforms } from './list-platforms.ts';

export const platformOperations = [listPlatforms, getPostConstraints];
export { capabilityTables } from './capability-tables.ts';
export { connectorNamed } from './connector-named.ts';
