import { testInterleavings } from './interleavings.ts';

testInterleavings(3);
