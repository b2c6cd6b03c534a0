import type { AiSettings } from '../config/groups.ts';
import type { World } from '../core/tenant.ts';
import { worldUrl } from './simulator-control.ts';

/** The simulated AI service of a world as settings: any key opens it. */
export function simulatedAi(simulatorUrl: string, { id }: World): AiSettings {
  return {
    baseUrl: `${worldUrl(simulatorUrl, id)}/ai/api/v1`,
    apiKey: 'simulated',
    transcribeModel: 'simulated-speech',
    visionModel: 'simulated-vision',
  };
}
