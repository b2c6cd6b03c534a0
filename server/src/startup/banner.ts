import type { Config } from '../config/config.ts';
import { oddSettings } from '../config/odd-settings.ts';
import { people } from '../features/people/index.ts';
import { workspaces } from '../features/workspaces/index.ts';
import * as worldRows from '../sandbox/world.repository.ts';
import { FIRST, type Seeded } from './seed.ts';
import type { Service } from './service.ts';
import { walkthrough } from './walkthrough.ts';

/** The lines that a start prints: addresses, the new key, warnings and the next step. */
export async function bannerOf(service: Service, config: Config, { key, warning, ownerLink }: Seeded): Promise<string> {
  const url = service.app.url();
  const warnings = [
    ...(service.simulatorFault === undefined ? [] : [`The simulator is not running. ${service.simulatorFault}`]),
    ...(warning === undefined ? [] : [warning]),
    ...(config.allowPrivateNetwork
      ? ['ALLOW_PRIVATE_NETWORK is on: webhooks and media may reach private addresses. For local trials only.']
      : []),
    ...oddSettings(config).map(({ fault, remedy }) => `${fault}. ${remedy}`),
    ...service.weakSettings.map(
      (setting) => `The database runs with ${setting}: a crash can lose confirmed writes. Switch it on.`,
    ),
  ];
  return [
    `Hubbub is ready (${(performance.now() / 1000).toFixed(1)} s)`,
    '',
    ...(config.role === 'worker'
      ? [`  Health     ${url}/health/ready   (this process only works on what is due)`]
      : [`  API        ${url}`, `  Guide      ${url}/guide`, `  Reference  ${url}/docs`]),
    ...(config.isSimulatorOpen && config.role !== 'worker'
      ? [`  Simulator  ${url}/simulator/${await firstWorld(service)}`]
      : []),
    ...(key === undefined ? [] : [`  Test key   ${key}   (shown only now)`]),
    ...(config.role === 'worker' ? [] : await signInLines(ownerLink, service)),
    '',
    ...warnings.flatMap((line) => [`  ! ${line}`, '']),
    ...(key === undefined
      ? [`  A new key: npm run hubbub -- keys create --workspace ${await anyWorkspace(service)} --mode test`]
      : nextStep(url, key, config)),
    '',
  ].join('\n');
}

/** Where people sign in, and how the first one gets in. A link that makes an owner stands in no log. */
async function signInLines(ownerLink: string | undefined, { app }: Service): Promise<string[]> {
  if (ownerLink !== undefined && process.stdout.isTTY)
    return [`  Owner      ${app.personUrl(ownerLink)}   (for one use, within 7 days)`];
  if (await people.isNobody(app.db.system))
    return ['  Owner      npm run hubbub -- people invite-owner   (prints a link)'];
  return [`  Sign in    ${app.personUrl('/sign-in')}`];
}

/** The path of the oldest workspace's world; empty before there is one. */
async function firstWorld({ app }: Service): Promise<string> {
  const world = await worldRows.oldest(app.db.system);
  return world === undefined ? '' : `${world}/`;
}

function nextStep(url: string, key: string, config: Config): string[] {
  if (!config.isSimulatorOpen)
    return [
      'Try it: the walkthrough in docs/tour.md. It needs SIMULATOR=on, or SIMULATOR=auto with a HOST and a PUBLIC_URL of this machine alone.',
    ];
  return ['Try it: paste this into another terminal (bash).', '', walkthrough(config.publicUrl ?? url, key)];
}

/** The oldest workspace as an argument of a command: its name if that is plain and unique, else its id. */
async function anyWorkspace(service: Service): Promise<string> {
  const all = await workspaces.list(service.app.db.system);
  const [oldest] = all;
  if (oldest === undefined) return FIRST;
  const isPlain = /^[\w.-]+$/.test(oldest.name) && all.filter(({ name }) => name === oldest.name).length === 1;
  return isPlain ? oldest.name : oldest.id;
}
