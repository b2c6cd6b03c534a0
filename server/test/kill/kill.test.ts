import { testKills } from './kill.ts';

testKills(1);
