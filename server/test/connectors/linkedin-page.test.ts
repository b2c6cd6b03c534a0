import { linkedinPage } from '../../src/connectors/linkedin_page/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(linkedinPage);
