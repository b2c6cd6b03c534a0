/** Names inside the embedded database. Existing data folders have them, so they must not change. */
export const EMBEDDED_DATABASE = { user: 'hubbub_owner', database: 'hubbub' } as const;
