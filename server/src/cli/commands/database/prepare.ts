import { VERSION } from '../../../config/version.ts';
import { reasonOf } from '../../../db/inspect.ts';
import { prepare } from '../../../db/prepare.ts';
import { CommandError, defineCommand, UsageError } from '../../command.ts';

export const prepareDatabase = defineCommand({
  name: 'database prepare',
  summary: 'Make the roles, the database and the tables of DATABASE_URL, so that its user needs no further rights',
  example: '--admin-url postgres://postgres@db.example:5432/postgres',
  options: {
    'admin-url': {
      about: 'The address of a superuser, or of a role with CREATEROLE and CREATEDB: postgres://admin@host/postgres',
      value: 'URL',
      isRequired: true,
    },
    'new-passwords': { about: 'Give the roles that the service logs in with new passwords' },
  },

  async run({ options, config, note }) {
    const { databaseUrl } = config;
    if (databaseUrl === undefined)
      throw new CommandError('DATABASE_URL is empty. The embedded database needs no preparation.');
    const adminUrl = options['admin-url'];
    if (!/^postgres(ql)?:\/\//.test(adminUrl))
      throw new UsageError('--admin-url must look like postgres://admin:password@host:5432/postgres.');
    const { database, owner, made, ran, needless } = await prepare(databaseUrl, adminUrl, {
      version: VERSION,
      onWait: note,
      newPasswords: options['new-passwords'],
    }).catch(reject);
    const lines = [
      ...made.map((thing) => `made ${thing}`),
      ...ran.map((name) => `ran  ${name}`),
      `${owner} owns ${database} and needs no further right.`,
      ...(needless.length === 0
        ? []
        : [`It has more. Take it away: alter role ${owner} ${needless.map((right) => `no${right}`).join(' ')};`]),
    ];
    return { text: lines.join('\n'), json: { database, owner, made, ran, needless_rights: needless } };
  },
});

/** Servers and addresses name their faults by a code. Addresses hold passwords, so they are not shown. */
function reject(error: Error & { code?: string }): never {
  if (error.code === undefined) throw error;
  throw new CommandError(
    `The database could not be prepared: ${reasonOf(error)}. Check --admin-url and DATABASE_URL, then repeat the command.`,
  );
}
