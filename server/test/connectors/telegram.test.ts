import { telegram } from '../../src/connectors/telegram/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(telegram);
