import { test } from 'vitest';
import { proveCommitCuts } from './commit-cut.ts';

test('a connection that breaks at COMMIT loses nothing and doubles nothing', () => proveCommitCuts(40), 120_000);
