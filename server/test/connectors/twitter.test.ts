import { twitter } from '../../src/connectors/twitter/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(twitter);
