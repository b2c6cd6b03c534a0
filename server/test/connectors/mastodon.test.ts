import { mastodon } from '../../src/connectors/mastodon/index.ts';
import { proveConnector } from './contract.ts';

proveConnector(mastodon);
