import { bluesky } from '../../src/connectors/bluesky/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(bluesky);
