import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  adapted,
  findProxy,
  type ProxyPlace,
  type ReverseProxy,
  startProxy,
  writeCertificate,
} from './proxy.fixture.ts';

export const NGINX = findProxy('nginx', process.env.NGINX_TEST_BINARY);

export interface Nginx extends ReverseProxy {
  readonly plainOrigin: string;
  /** The number of bodies and answers that it has put into files of its own. */
  readonly spooled: () => number;
  readonly log: () => string;
}

/** Runs nginx with a file of deploy/nginx in which only addresses, paths and the given texts are replaced. */
export async function startNginx(
  file: string,
  place: ProxyPlace,
  replaced: Readonly<Record<string, string>> = {},
): Promise<Nginx> {
  const { folder, services, tlsPort, plainPort } = place;
  const inFolder = (name: string) => join(folder, name);
  for (const name of ['logs', 'bodies', 'answers']) mkdirSync(inFolder(name));
  const { cert, key } = writeCertificate(folder);
  const text = adapted(`nginx/${file}`, {
    '127.0.0.1:8080': new URL(services[0] ?? '').host,
    '127.0.0.1:8081': new URL(services[1] ?? '').host,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${tlsPort} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/letsencrypt/live/hubbub.example.com/fullchain.pem': cert,
    '/etc/letsencrypt/live/hubbub.example.com/privkey.pem': key,
    '/var/log/nginx': inFolder('logs'),
    'server_name hubbub.example.com;': 'server_name localhost;',
    ...replaced,
  });
  writeFileSync(inFolder('hubbub.conf'), text);
  const temporary = `client_body_temp_path ${inFolder('bodies')}; proxy_temp_path ${inFolder('responses')};`;
  // One process, whose command line begins with this folder.
  const whole = `daemon off; master_process off; pid ${inFolder('pid')}; events { worker_connections 2048; }
http { ${temporary} include ${inFolder('hubbub.conf')}; }
`;
  writeFileSync(inFolder('nginx.conf'), whole);
  const args = ['-p', folder, '-e', 'stderr', '-c', inFolder('nginx.conf')];
  const proxy = await startProxy(NGINX as string, args, place);
  return {
    ...proxy,
    plainOrigin: `http://localhost:${plainPort}`,
    spooled: () => ['bodies', 'answers'].flatMap((name) => readdirSync(inFolder(name))).length,
    log: () => readFileSync(inFolder('logs/hubbub.log'), 'utf8'),
  };
}
