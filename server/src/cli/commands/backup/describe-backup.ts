import type { Manifest } from '../../../backup/manifest.ts';

/** One line for people. */
export function describeBackup({ snapshot_at, version, tables, files, has_media, secrets_key }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const packed = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = [
    `of ${snapshot_at.slice(0, 19)}Z by Hubbub ${version}`,
    `${rows} rows (${sizeOf(packed)} packed)`,
    has_media ? `${files.count} files (${sizeOf(files.content_bytes)})` : 'without media',
    secrets_key === null ? 'without the secrets key' : 'with the secrets key',
  ];
  return parts.join(', ');
}

/** Bytes in the largest unit of at least one. */
function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}
