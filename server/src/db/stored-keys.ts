/**
 * For each table whose rows name stored files, the rows of `tenant_id` and `key`: media, renditions that are no longer made
 * anew by themselves, and files of exports.
 */
export const STORED_KEYS: Readonly<Record<string, string>> = {
  media: `select tenant_id, tenant_id || '/' || id as key from media where status = 'ready'`,
  video_renditions: `select tenant_id, tenant_id || '/' || media_id || '.' || recipe from video_renditions where state = 'ready'`,
  exports: `select tenant_id, tenant_id || '/' || id || '.' || (file ->> 'kind') from exports, jsonb_array_elements(files) file`,
};
