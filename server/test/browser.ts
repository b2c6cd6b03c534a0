import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { until } from './harness.ts';

const PROGRAMS = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const WAIT_MS = 60_000;

/** Chromium on this machine; undefined: there is none. `CHROMIUM` names another place. */
export const chromium = PROGRAMS.find((path) => path !== '' && existsSync(path));

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has its own types.
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has its own types.
  readonly result?: any;
  readonly error?: { readonly message: string };
}

export interface Page {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page. */
  value<T>(expression: string): Promise<T>;
  /** Waits until the expression is true in the page. */
  until(expression: string, what: string): Promise<void>;
  /** Types a text where the cursor is. */
  type(text: string): Promise<void>;
  /** Gives the browser an authenticator that makes and uses passkeys without asking anybody. */
  addPasskeys(): Promise<void>;
  /** Addresses that the page asked for, without data addresses. */
  readonly requests: readonly string[];
  /** The addresses that the page's policy rejected. */
  readonly rejected: readonly string[];
  close(): Promise<void>;
}

/** Opens an empty page of a browser without a window. It reaches this machine only. */
export async function openPage({
  width,
  height,
  isPhone,
}: {
  width: number;
  height: number;
  isPhone: boolean;
}): Promise<Page> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-browser-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
  ];
  const child = spawn(
    chromium as string,
    [
      ...flags,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      `--user-data-dir=${folder}`,
      '--remote-debugging-pipe',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [, , , to, from] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  const requests: string[] = [];
  const rejected: string[] = [];
  let last = 0;
  let rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const one of messages) receive(JSON.parse(one));
  });

  function receive({ id, method, params, ...answer }: Message): void {
    if (id !== undefined) waiting.get(id)?.(answer);
    const url: string | undefined = method === 'Network.requestWillBeSent' ? params.request.url : undefined;
    if (url?.startsWith('data:') === false) requests.push(url);
    if (method === 'Log.entryAdded' && params.entry.source === 'security') rejected.push(params.entry.text);
  }

  async function call(method: string, params: object = {}, sessionId?: string): Promise<Message['result']> {
    const id = ++last;
    const { error, result } = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const here = (method: string, params: object = {}) => call(method, params, sessionId);
  for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await here(`${domain}.enable`);
  await here('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isPhone });

  async function value<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await here('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  return {
    requests,
    rejected,
    goTo: async (url) => void (await here('Page.navigate', { url })),
    value,
    until: async (expression, what) =>
      void (await until(() => value<boolean>(`Boolean(document.body && (${expression}))`), what, WAIT_MS)),
    type: async (text) => void (await here('Input.insertText', { text })),
    async addPasskeys() {
      await here('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      };
      await here('WebAuthn.addVirtualAuthenticator', { options });
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
