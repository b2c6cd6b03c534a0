import { instagram } from '../../src/connectors/instagram/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(instagram);
