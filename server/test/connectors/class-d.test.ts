import { classDConnector } from './class-d-connector.ts';
import { classDPlatform } from './class-d-platform.ts';
import { proveConnector } from './contract.ts';

proveConnector(classDConnector, [classDPlatform]);
