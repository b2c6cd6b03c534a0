import { google } from '../../src/connectors/google/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(google);
