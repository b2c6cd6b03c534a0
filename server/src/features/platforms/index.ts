import { getPostConstraints } from './get-post-constraints.ts';
import { listPlatforms } from './list-platforms.ts';

export const platformOperations = [listPlatforms, getPostConstraints];
export { connectorNamed } from './connector-named.ts';
