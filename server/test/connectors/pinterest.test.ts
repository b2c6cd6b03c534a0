import { pinterest } from '../../src/connectors/pinterest/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(pinterest);
