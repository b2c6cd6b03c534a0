import { resolve } from 'node:path';
import { renewInvitations } from '../../../features/members/index.ts';
import * as moves from '../../../moving/import.repository.ts';
import { importWorkspace } from '../../../moving/import-workspace.ts';
import { defineCommand } from '../../command.ts';
import { ownStorage, ownVault, reportRoom, summaryOf } from '../../moving.ts';
import { askPassphrase } from '../../passphrase.ts';
import { withStore } from '../../store.ts';
import { pageUrl } from '../people/page-url.ts';

export const importOneWorkspace = defineCommand({
  name: 'workspaces import',
  summary: 'Bring in a workspace from an archive; it starts suspended. Repeat it to continue after an interruption',
  takes: ['file'],
  example: 'acme.hubbub',
  options: {
    unauthenticated: {
      about: 'Take an archive that was exported without a passphrase, so that nothing proves its origin',
    },
  },

  async run({ words: [file = ''], options, config }) {
    return withStore(config, async ({ db, databaseUrl, service }) => {
      const vault = await ownVault(config, db.system);
      const storage = await ownStorage(config, db.system);
      const passphrase = async () => config.backupPassphrase ?? askPassphrase('Passphrase of the archive');
      const { manifest, isContinued, isWorldNew } = await importWorkspace(
        { config, db, databaseUrl, storage, vault, passphrase, takesUnauthenticated: options.unauthenticated },
        resolve(file),
      )
        .catch(reportRoom('the workspace'))
        .finally(() => storage.close());
      const { workspace, tenants, entries, has_secrets: hasSecrets } = manifest;
      const tenantIds = Object.values(tenants);
      const platforms = await moves.usedPlatforms(db.system, tenants.live);
      const endpoints = hasSecrets ? 0 : await moves.endpoints(db.system, tenantIds);
      const isBilled = await moves.isBilled(db.system, tenants.live);
      const people = (await renewInvitations(db.system, workspace.id)).map(({ email, role, path }) => ({
        email,
        role,
        url: pageUrl({ config, service }, path),
      }));
      const summary = summaryOf(entries);
      const needed = platforms
        .filter(({ isOwn, appId }) => !isOwn && appId !== '')
        .map(({ platform, accounts, appId }) => ({
          platform,
          accounts,
          app_id: appId,
          has_same_app: config.platformApps[platform as keyof typeof config.platformApps]?.clientId === appId,
        }));
      const text = [
        `Imported ${workspace.id} ${JSON.stringify(workspace.name)}: ${summary.rows} rows, ${summary.files} files.${isContinued ? ' An earlier import was continued.' : ''}`,
        'It is suspended: it publishes, delivers and reads nothing before you resume it.',
        manifest.passphrase === null
          ? 'NOT AUTHENTICATED: the archive has no passphrase, so nothing proves that nobody changed it.'
          : 'The archive is authentic: it is as it was exported with this passphrase.',
        ...(hasSecrets
          ? []
          : [
              'The archive has no secrets: every account must be connected again.',
              `${endpoints} webhook endpoints have new secrets. Customers get them with POST /v1/webhooks/{webhook_id}/rotate-secret.`,
            ]),
        ...needed.map(({ platform, accounts, app_id, has_same_app }) =>
          has_same_app
            ? `${platform}: ${accounts} accounts, connected with the app ${app_id}, which this installation has.`
            : `${platform}: ${accounts} accounts, connected with the app ${app_id}. Set that app up here, or connect them again with yours.`,
        ),
        ...(isWorldNew ? ["The archive brings no simulated world: connect the test tenant's accounts again."] : []),
        ...(isBilled
          ? ['It has a customer at the payment processor: use the same account there, or end the subscription.']
          : []),
        ...(people.length === 0
          ? ['Nobody can sign in to it yet: npm run hubbub -- people invite-owner']
          : ['Its people join again with these links, for one use within 30 days:']),
        ...people.map(({ email, role, url }) => `  ${email ?? 'an owner'}  ${role}  ${url}`),
        ...(manifest.missing_files.length === 0
          ? []
          : [`${manifest.missing_files.length} files were missing at the source already.`]),
        ...(manifest.is_stopped
          ? [`The source was stopped. Let it go: npm run hubbub -- restore resume --workspace ${workspace.id} --yes`]
          : [
              'The source was not stopped, so both would publish. For a trial leave it suspended.',
              `Else stop the source, then: npm run hubbub -- restore check --workspace ${workspace.id}`,
            ]),
      ].join('\n');
      const json = {
        id: workspace.id,
        name: workspace.name,
        is_continued: isContinued,
        invitations: people,
        has_secrets: hasSecrets,
        is_authenticated: manifest.passphrase !== null,
        was_stopped: manifest.is_stopped,
        ...summary,
        endpoints_with_new_secrets: endpoints,
        platforms: needed,
        is_world_new: isWorldNew,
        is_billed: isBilled,
        missing_files: manifest.missing_files,
      };
      return { text, json };
    });
  },
});
