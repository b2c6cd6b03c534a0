import { removalBy } from '../shared/removal.ts';
import { deleteAt, pinPath } from './client.ts';

/** https://developers.pinterest.com/docs/api/v5/pins-delete */
export const removal = removalBy(async (session, platformId) => await deleteAt(session, pinPath(platformId)));
