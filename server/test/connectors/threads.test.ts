import { threads } from '../../src/connectors/threads/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(threads);
