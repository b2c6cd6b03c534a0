import { youtube } from '../../src/connectors/youtube/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(youtube);
