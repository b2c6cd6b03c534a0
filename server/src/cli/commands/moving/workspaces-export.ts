import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { passphraseFault } from '../../../lib/passphrase.ts';
import { exportWorkspace } from '../../../moving/export-workspace.ts';
import * as moves from '../../../moving/import.repository.ts';
import { stopForMove } from '../../../moving/stop-workspace.ts';
import { CommandError, defineCommand } from '../../command.ts';
import { findWorkspace } from '../../find-workspace.ts';
import { ownStorage, ownVault, reportRoom, summaryOf } from '../../moving.ts';
import { askPassphrase } from '../../passphrase.ts';
import { withStore } from '../../store.ts';

export const exportOneWorkspace = defineCommand({
  name: 'workspaces export',
  summary: 'Write everything of a workspace into one archive, for another installation',
  takes: ['workspace', 'file'],
  example: 'acme acme.hubbub --with-secrets --stop',
  options: {
    'with-secrets': {
      about: 'Also tokens and webhook secrets, encrypted with a passphrase (BACKUP_PASSPHRASE, or asked for)',
    },
    stop: { about: 'Hold the workspace here first: it publishes and delivers nothing any more' },
    'without-media': { about: 'Leave stored files out' },
  },

  async run({ words: [word = '', file = ''], options, config }) {
    const path = resolve(file);
    if (existsSync(path)) throw new CommandError(`${path} is there already. Give a new name, or remove it first.`);
    assertWritable(dirname(path));
    return withStore(config, async ({ db, databaseUrl }) => {
      const { id } = await findWorkspace(db.system, word);
      const source = await moves.sourceOf(db.system, id);
      const vault = await ownVault(config, db.system);
      const withSecrets = options['with-secrets'];
      const passphrase =
        config.backupPassphrase ?? (withSecrets ? await askPassphrase('Passphrase for the archive') : undefined);
      const fault = passphrase === undefined ? undefined : passphraseFault(passphrase);
      if (fault !== undefined) throw new CommandError(fault);
      const storage = await ownStorage(config, db.system);
      if (options.stop) await stopForMove(db, source);
      const done = await exportWorkspace({ config, databaseUrl, storage, vault }, source, path, {
        passphrase,
        withSecrets,
        withMedia: !options['without-media'],
        isStopped: options.stop,
      })
        .catch(reportRoom(path))
        .finally(() => storage.close());
      const { manifest, entries, leftOut } = done;
      const summary = summaryOf(entries);
      const lost = Object.entries(leftOut).map(([table, rows]) => `${rows} of ${table}`);
      const text = [
        `Exported ${id} ${JSON.stringify(source.name)} to ${path}: ${summary.rows} rows, ${summary.files} files, ${summary.bytes} bytes.`,
        options.stop
          ? 'It is suspended here: it publishes and delivers nothing any more. Its writes are rejected.'
          : 'It goes on here. Repeat the export with --stop when you move it for good.',
        manifest.has_secrets
          ? 'Tokens and secrets are in it, encrypted with the passphrase. Keep both apart.'
          : 'Without secrets: accounts must be connected again, and webhook endpoints get new secrets. --with-secrets takes them along.',
        manifest.passphrase === null
          ? 'NOT AUTHENTICATED: without a passphrase, an import cannot tell whether somebody changed the file. Set BACKUP_PASSPHRASE to authenticate it.'
          : 'Authenticated with the passphrase: an import rejects the file if anything in it was changed.',
        ...(lost.length === 0 ? [] : [`Left out, because they are nothing without their secret: ${lost.join(', ')}.`]),
        ...(options['without-media'] ? ['Without stored files: copy them to the other place yourself.'] : []),
        ...(manifest.missing_files.length === 0
          ? []
          : [`${manifest.missing_files.length} files were not there: ${manifest.missing_files.join(', ')}.`]),
      ].join('\n');
      const json = {
        id,
        name: source.name,
        file: path,
        snapshot_at: manifest.snapshot_at,
        has_secrets: manifest.has_secrets,
        is_authenticated: manifest.passphrase !== null,
        is_stopped: manifest.is_stopped,
        ...summary,
        left_out: leftOut,
        missing_files: manifest.missing_files,
      };
      return { text, json };
    });
  },
});

/** A workspace is not suspended for an archive that cannot be written. @throws CommandError */
function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${folder} cannot be written to (${code}). Name a file in a folder of this user.`);
  }
}
