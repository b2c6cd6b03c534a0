import { whatsapp } from '../../src/connectors/whatsapp/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(whatsapp);
