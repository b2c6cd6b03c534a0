import { tiktok } from '../../src/connectors/tiktok/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(tiktok);
