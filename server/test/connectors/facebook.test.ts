import { facebook } from '../../src/connectors/facebook/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(facebook);
