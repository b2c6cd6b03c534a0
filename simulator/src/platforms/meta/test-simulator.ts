import type { SimulatedPlatform } from '../../core/platform.ts';
import { TestSimulator } from '../../core/testing.ts';
import { platforms } from '../index.ts';

/** A simulator that has this platform, whether or not it is listed. For tests only. */
export class PlatformSimulator extends TestSimulator {
  constructor(platform: SimulatedPlatform) {
    const isListed = platforms.some(({ name }) => name === platform.name);
    super({ morePlatforms: isListed ? [] : [platform] });
  }
}
