import type { SimulatedPlatform } from '../../core/platform.ts';
import { coverage } from './coverage.ts';
import { openLinkedIn } from './open.ts';

/** LinkedIn for members. An account is a person. */
export const linkedin: SimulatedPlatform = {
  name: 'linkedin',
  displayName: 'LinkedIn',
  hosts: { api: ['api.linkedin.com'], www: ['www.linkedin.com'] },
  coverage,
  evictable: ['media', 'posts', 'comments', 'reactions', 'shares', 'notifications'],
  open: (world) => openLinkedIn(world, 'member'),
};
