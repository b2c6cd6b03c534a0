import type { AiSettings } from '../config/config.ts';

/** The simulated AI service as settings: any key opens it. */
export function simulatedAi(simulatorUrl: string): AiSettings {
  return {
    baseUrl: `${simulatorUrl}/ai/api/v1`,
    apiKey: 'simulated',
    transcribeModel: 'simulated-speech',
    visionModel: 'simulated-vision',
  };
}
