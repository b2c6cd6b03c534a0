import { testKills } from './kill.ts';

/** `KILLS=500 npm run test:wide -- server/test/kill/kill` for more. */
testKills(Number(process.env.KILLS ?? 200));
