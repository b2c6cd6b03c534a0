import { test } from 'vitest';
import { proveCommitCuts } from './commit-cut.ts';

test('500 connections that break at COMMIT lose nothing and double nothing', () => proveCommitCuts(500), 600_000);
