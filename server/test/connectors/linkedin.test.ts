import { linkedin } from '../../src/connectors/linkedin/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(linkedin);
