import { afterAll, beforeAll, describe } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import { blindConnector } from './blind-connector.ts';
import { blindPlatform } from './blind-platform.ts';
import { proveConnector } from './connector-contract.ts';
import { Simulation } from './simulated-platform.ts';

describe('connectors', () => {
  let simulation: Simulation;
  beforeAll(async () => {
    simulation = await Simulation.start();
  });
  afterAll(() => simulation.close());

  for (const connector of Object.values(connectors)) proveConnector(connector, () => simulation);
});

describe('a connector from whose platform nothing can be read back', () => {
  let simulation: Simulation;
  beforeAll(async () => {
    simulation = await Simulation.start([blindPlatform]);
  });
  afterAll(() => simulation.close());

  proveConnector(blindConnector, () => simulation);
});
