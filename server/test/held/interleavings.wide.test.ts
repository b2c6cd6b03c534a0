import { testInterleavings } from './interleavings.ts';

/** `INTERLEAVINGS=10000 npm run test:wide -- server/test/held/interleavings` for more. */
testInterleavings(Number(process.env.INTERLEAVINGS ?? 100));
