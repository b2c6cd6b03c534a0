import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { ca, valid } from '@hubbub/guarded-http/certificates.fixture.ts';
import { until } from '../harness.ts';
import { freePort } from '../kill/child-process.ts';

const CONFIGURATIONS = join(import.meta.dirname, '../../../deploy/nginx');
const NAME = 'hubbub.example.com';

/** Debian keeps nginx where only root's PATH leads. */
const PLACES = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, 'nginx'));
export const NGINX = [process.env.NGINX_TEST_BINARY ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

export interface Nginx {
  /** Without a path: `https://localhost:<port>`. */
  readonly origin: string;
  readonly plainOrigin: string;
  readonly port: number;
  readonly pid: number;
  /** How many bodies and answers it has put into files of its own. */
  readonly spooled: () => number;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Ports of the parts, which must be known before the services start. */
export interface Ports {
  readonly tls: number;
  readonly plain: number;
}

export async function freePorts(): Promise<Ports> {
  return { tls: await freePort(), plain: await freePort() };
}

/** Makes this process trust the certificate of `startNginx`. */
export function trustTestCertificates(): void {
  setDefaultCACertificates([ca]);
}

/**
 * Runs nginx with a file of deploy/nginx in which only addresses, paths and the given texts are replaced.
 * Throws when a text to be replaced is not in the file.
 */
export async function startNginx(
  file: string,
  ports: Ports,
  options: {
    readonly folder: string;
    readonly services: readonly string[];
    readonly replaced?: Readonly<Record<string, string>>;
  },
): Promise<Nginx> {
  const { folder, services, replaced = {} } = options;
  const inFolder = (name: string) => join(folder, name);
  for (const name of ['logs', 'bodies', 'answers']) mkdirSync(inFolder(name));
  writeFileSync(inFolder('cert.pem'), valid.cert);
  writeFileSync(inFolder('key.pem'), valid.key);
  const replacements: Record<string, string> = {
    '127.0.0.1:8080': new URL(services[0] ?? '').host,
    '127.0.0.1:8081': new URL(services[1] ?? '').host,
    'listen 80;': `listen 127.0.0.1:${ports.plain};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${ports.tls} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`]: inFolder('cert.pem'),
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`]: inFolder('key.pem'),
    '/var/log/nginx': inFolder('logs'),
    [`server_name ${NAME};`]: 'server_name localhost;',
    ...replaced,
  };
  let text = readFileSync(join(CONFIGURATIONS, file), 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/nginx/${file} does not hold: ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(inFolder('hubbub.conf'), text);
  const http = `client_body_temp_path ${inFolder('bodies')}; proxy_temp_path ${inFolder('answers')}; include ${inFolder('hubbub.conf')};`;
  // One process, whose command line begins with this folder.
  writeFileSync(
    inFolder('nginx.conf'),
    `daemon off; master_process off; pid ${inFolder('pid')}; events { worker_connections 2048; }\nhttp { ${http} }\n`,
  );
  symlinkSync(NGINX as string, inFolder('nginx'));
  const child = spawn(inFolder('nginx'), ['-p', folder, '-e', inFolder('logs/error'), '-c', inFolder('nginx.conf')]);
  killWithUs(child);
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `https://localhost:${ports.tls}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}${readFileSync(inFolder('logs/error'), 'utf8')}`);
    return fetch(`${origin}/`).then(
      (answer) => answer.status > 0,
      () => false,
    );
  }, 'nginx answers');
  return {
    origin,
    plainOrigin: `http://localhost:${ports.plain}`,
    port: ports.tls,
    pid: child.pid as number,
    spooled: () => ['bodies', 'answers'].flatMap((name) => readdirSync(inFolder(name))).length,
    log: () => readFileSync(inFolder('logs/hubbub.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function killWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
