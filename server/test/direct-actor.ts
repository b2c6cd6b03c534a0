/** An actor of tests that call repositories without a request. */
export const DIRECT_ACTOR = { type: 'key', id: 'key_test', name: 'test', sending: 'direct' } as const;
