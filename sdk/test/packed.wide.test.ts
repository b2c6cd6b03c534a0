import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium, openPage } from '../../server/test/browser.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../server/test/harness.ts';
import { ROOT } from '../../server/test/sources.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { installRuntimes, RUNTIMES } from './runtimes/installed.ts';

const run = promisify(execFile);
let proxy: FaultyProxy;
let service: TestService;
let ws: TestWorkspace;
let project: string;
let files: string;

/** An empty project that has the package as it would be published. */
beforeAll(async () => {
  // Addresses for uploads lead through it, so that a page may call them.
  proxy = await startFaultyProxy(() => service.url);
  service = await startTestService({ PUBLIC_URL: proxy.url });
  ws = await service.workspace({ platforms: ['mastodon'] });
  project = mkdtempSync(join(tmpdir(), 'hubbub-sdk-'));
  const { stdout } = await run('npm', ['pack', '-w', 'sdk', '--json', '--silent', '--pack-destination', project], {
    cwd: ROOT,
  });
  const tarball = /hubbub-sdk-[\w.-]+\.tgz/.exec(stdout)?.[0] as string;
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project });
  files = join(project, 'node_modules/@hubbub/sdk');
  await installRuntimes();
}, 240_000);
afterAll(async () => {
  rmSync(project, { recursive: true, force: true });
  await proxy?.close();
  await service?.close();
});

const modules = () =>
  readdirSync(join(files, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));

test('the package has no dependency, no file but its build, and takes less than 15 KB when compressed', () => {
  const { dependencies = {}, private: isPrivate } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
  expect(isPrivate).toBeUndefined();
  expect(readdirSync(files).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const text = modules().map((name) => readFileSync(join(files, 'dist', name), 'utf8'));
  expect(gzipSync(text.join('\n')).length).toBeLessThan(15_000);
});

test('plain tsc takes its types, strictly, with both ways to resolve, and rejects wrong fields', async () => {
  const use = `import { Hubbub, isHubbubError, verifyWebhook, type Post, type WebhookEvent } from '@hubbub/sdk';
const hubbub = new Hubbub({ apiKey: 'hub_test_x', baseUrl: 'http://127.0.0.1:8080' });
export async function main(): Promise<void> {
  const made = await hubbub.posts.create({ text: 'x', targets: [{ account_id: 'acc_1' }] }, { waitSeconds: 3 });
  const post: Post = await hubbub.posts.waitFor(made.id);
  const status: 'failed' | string = post.status;
  for await (const each of hubbub.posts.list({ limit: 2 })) each.targets.map((one) => one.permalink);
  const gone: undefined = await hubbub.media.delete({ id: 'med_1' });
  for await (const event of hubbub.events.stream()) if (event.type === 'comment.received') event.data.content.text;
  const event: WebhookEvent = await verifyWebhook('', new Headers(), ['a']);
  if (event.type === 'post.published') event.data.results;
  try { await hubbub.usage.get() } catch (error) { if (isHubbubError(error, 'not_found')) error.field?.length; }
  await hubbub.media.upload(new Blob(['x']), { onProgress: ({ sent }) => sent });
  console.log(status, gone);
  // @ts-expect-error: an unknown field
  await hubbub.posts.create({ txt: 'x' });
  // @ts-expect-error: the id is missing
  await hubbub.posts.get();
  // @ts-expect-error: an unknown code
  isHubbubError(event, 'nothing');
  // @ts-expect-error: of another event
  if (event.type === 'post.published') event.data.content;
}
`;
  await compile('use.ts', use);
});

/** Checks a module as a project of its own would. */
async function compile(name: string, text: string): Promise<void> {
  writeFileSync(join(project, name), text);
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])
    await run(
      process.execPath,
      [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
        ...['--module', module as string, '--moduleResolution', resolution as string, name],
      ],
      { cwd: project },
    ).catch(({ stdout }) => expect.unreachable(stdout));
}

/** The code of a page's blocks, one text for each block. */
const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

test.each(RUNTIMES)('every example of the README runs with %s', async (_name, [program = '', ...flags]) => {
  const blocks = blocksOf(readFileSync(join(files, 'README.md'), 'utf8'), 'js');
  expect(blocks.length).toBeGreaterThan(10);
  const own = await service.workspace({ platforms: ['mastodon'] });
  writeFileSync(join(project, 'readme.mjs'), blocks.join('\n'));
  const env = { PATH: process.env.PATH ?? '', KEY: own.api.key, HUBBUB: service.url };
  const { stdout } = await run(program, [...flags, 'readme.mjs'], { cwd: project, env, timeout: 60_000 });
  expect(stdout).toContain('published ');
});

/** The codes of the page's calls that neither succeed nor miss the thing of a sample id. */
const ANSWERS = {
  'billing.createCheckout': 'conflict',
  'billing.getCheckoutStatus': 'conflict',
  'billing.createPortal': 'conflict',
  'connecting.exchangeCode': 'invalid_request',
  'keys.create': 'invalid_request',
  'media.uploadSmall': 'invalid_request',
  'members.createInvitation': 'conflict',
  'members.deleteInvitation': 'conflict',
  'members.remove': 'conflict',
  'members.update': 'conflict',
  'posts.create': 'invalid_request',
  'users.updateMe': 'conflict',
  'users.deleteMe': 'conflict',
  'webhooks.create': 'webhook_verification_failed',
  'webhooks.createReplay': 'invalid_request',
  'webhooks.getStatistics': 'invalid_request',
};

test('every call of EXAMPLES.md has the right fields, and reaches its operation', async () => {
  const blocks = blocksOf(readFileSync(join(ROOT, 'sdk/EXAMPLES.md'), 'utf8'), 'ts');
  const head = `import { Hubbub } from '@hubbub/sdk';\n`;
  await compile('examples.ts', `${head}declare const hubbub: Hubbub;\n${blocks.join('\n')}`);

  const own = await service.workspace({ platforms: ['mastodon'], approves: true });
  const calls = blocks.flatMap((block) => block.split('\n\n')).filter((call) => !call.includes('for await'));
  expect(calls.length).toBeGreaterThan(160);
  const tries = calls.map((call) => {
    const name = /hubbub\.(\w+\.\w+)/.exec(call)?.[1];
    return `try {\n${call.replaceAll('console.log(', '(')}\n} catch (error) { said['${name}'] = \`\${error.code}: \${error.message}\`; }`;
  });
  const client = 'new Hubbub({ apiKey: process.env.KEY, baseUrl: process.env.HUBBUB, retries: 0 })';
  writeFileSync(
    join(project, 'examples.mjs'),
    `${head}const hubbub = ${client};\nconst said = {};\n${tries.join('\n')}\nconsole.log(JSON.stringify(said));`,
  );
  const env = { PATH: process.env.PATH ?? '', KEY: own.api.key, HUBBUB: service.url };
  const { stdout } = await run(process.execPath, ['examples.mjs'], { cwd: project, env, timeout: 60_000 });
  const said = JSON.parse(stdout) as Record<string, string>;
  const others = Object.entries(said).filter(([, text]) => !/^(account_)?not_found: No /.test(text));
  const [ofPeople, ofKeys] = [true, false].map((is) =>
    others.filter(([name]) => name.startsWith('people.') === is).map(([name, text]) => [name, text.split(':')[0]]),
  ) as [string[][], string[][]];
  expect(Object.fromEntries(ofKeys)).toEqual(ANSWERS);
  // A key has no session, and a program no origin.
  expect(ofPeople.length).toBeGreaterThan(10);
  expect(new Set(ofPeople.map(([, code]) => code))).toEqual(new Set(['permission_denied', 'unauthorized']));
});

test.skipIf(chromium === undefined)(
  'a browser publishes, uploads with progress, streams and verifies',
  async () => {
    const script = `import { Hubbub, verifyWebhook } from '/sdk/index.js';
const say = (text) => document.body.append(text + ";");
try {
  const hubbub = new Hubbub({ apiKey: '${ws.api.key}', baseUrl: '/' });
  const { data } = await hubbub.accounts.list();
  let told = 0;
  const picture = await (await fetch('/picture')).blob();
  const item = await hubbub.media.upload(picture.stream(), { filename: 'a.svg', contentType: 'image/png', onProgress: ({ sent }) => { told = sent; } });
  say('progress ' + (told === item.size_bytes));
  const post = await hubbub.posts.create({ text: 'From a browser', targets: [{ account_id: data[0].id }], publish_now: true });
  say('post ' + (await hubbub.posts.waitFor(post.id)).status);
  for await (const event of hubbub.events.stream({ after: 0 })) if (event.type === 'post.published') { say('event ' + event.type); break; }
  await verifyWebhook('{}', {'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA'}, 'secret').catch((error) => say(error.name));
} catch (error) { say('failed ' + error + error.code); }
document.title = 'done';`;
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    for (const name of modules())
      proxy.pages.set(`/sdk/${name}`, {
        type: 'text/javascript',
        text: readFileSync(join(files, 'dist', name), 'utf8'),
      });
    proxy.pages.set('/page', { type: 'text/html', text: `<body><script type="module" src="/use.js"></script></body>` });
    proxy.pages.set('/use.js', { type: 'text/javascript', text: script });
    proxy.pages.set('/picture', { type: 'image/png', text: Buffer.from(png, 'base64') });
    const page = await openPage({ width: 800, height: 600, isPhone: false });
    try {
      await page.goTo(`${proxy.url}/page`);
      await page.until(`document.title === 'done'`, 'the end of the script');
      const text = await page.value<string>('document.body.innerText');
      for (const said of ['progress true;', 'post published;', 'event post.published;', 'WebhookVerificationError;'])
        expect(text).toContain(said);
    } finally {
      await page.close();
    }
  },
  90_000,
);
