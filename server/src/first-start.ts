import type { Config } from './config/config.ts';
import { workspaces } from './features/workspaces/index.ts';
import type { Service } from './service.ts';

/** Makes the first workspace when there is none, and prints where everything is. */
export async function seedFirstWorkspace(
  service: Service,
  config: Config,
  { startedMs }: { startedMs: number },
): Promise<void> {
  const { db } = service.app;
  let key: string | undefined;
  if ((await workspaces.count(db.system)) === 0) {
    const workspace = await workspaces.create(db.system, 'first', config.defaultPlan);
    const tenantId = await workspaces.tenantOf(db.system, workspace.id, 'test');
    await service.app.connectSimulated(tenantId);
    key = (await workspaces.createKey(db.system, tenantId, 'test', 'first')).rawKey;
  }
  console.log(banner(service.app.url(), key, config, (performance.now() - startedMs) / 1000));
}

function banner(url: string, key: string | undefined, config: Config, seconds: number): string {
  const pages = [
    `Hubbub is ready (${seconds.toFixed(1)} s)`,
    '',
    `  API        ${url}`,
    `  Reference  ${url}/docs`,
    ...(config.isSimulatorOpen ? [`  Simulator  ${url}/simulator`] : []),
    ...(config.allowPrivateNetwork
      ? ['', '  ALLOW_PRIVATE_NETWORK is on: webhooks and media may reach private addresses. For local trials only.']
      : []),
    '',
  ];
  if (key === undefined)
    return [...pages, '  A new key:  npm run hubbub -- keys create --workspace first --mode test', ''].join('\n');
  return [
    ...pages,
    `  Test key   ${key}   (shown only now)`,
    '',
    'Try it, in another terminal:',
    '',
    ...tour(url, key),
    '',
  ].join('\n');
}

/** The commands of the README's tour, with address and key filled in. */
export function tour(url: string, key: string): string[] {
  return [
    `export HUBBUB=${url} KEY=${key}`,
    'auth="Authorization: Bearer $KEY"; json="Content-Type: application/json"',
    '',
    '# 1. a receiver of the simulator gets our events; its secret lets it verify their signatures',
    `secret=$(curl -s $HUBBUB/v1/webhooks -H "$auth" -H "$json" -d '{"url":"https://simulator.test/receiver/tour","events":["post.published","comment.received"]}' | sed 's/.*"secret":"\\([^"]*\\)".*/\\1/')`,
    'curl -s -X PUT $HUBBUB/simulator/receiver/tour -H "$json" -d "{\\"secret\\":\\"$secret\\"}"; echo',
    '',
    '# 2. publish to every connected account and wait for the outcome',
    'accounts=$(curl -s $HUBBUB/v1/accounts -H "$auth" | grep -o \'"id":"acc_[^"]*"\' | sed \'s/"id":\\(.*\\)/{"account_id":\\1}/\' | paste -sd, -)',
    'post=$(curl -s $HUBBUB/v1/posts -H "$auth" -H "$json" -H "Prefer: wait=30" -d "{\\"text\\":\\"Hello from Hubbub\\",\\"media\\":[{\\"source_type\\":\\"url\\",\\"source\\":\\"https://simulator.test/files/sample.jpg\\"}],\\"targets\\":[$accounts],\\"publish_now\\":true}")',
    'echo "$post"',
  ];
}
