import type { SimulatedPlatform } from '../../core/platform.ts';
import { openLinkedIn } from '../linkedin/open.ts';
import { coverage } from './coverage.ts';

/** LinkedIn for pages. An account is an organization. The real host names lead to `linkedin`, as one name leads to one platform. */
export const linkedinPage: SimulatedPlatform = {
  name: 'linkedin_page',
  displayName: 'LinkedIn Page',
  hosts: { api: [], www: [] },
  coverage,
  evictable: ['media', 'posts', 'comments', 'reactions', 'shares', 'notifications'],
  open: (world) => openLinkedIn(world, 'organization'),
};
